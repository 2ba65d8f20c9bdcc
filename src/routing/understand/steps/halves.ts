import { withoutGivenText } from '../given-text.ts'
import { isInstructionVerb } from '../words/action-verbs.ts'
import { questionWord } from '../words/question-words.ts'
import { withoutEdges } from './edges.ts'

/** A clause cut in two, the halves in the order of the text. */
export type Halving = {
  before: string
  after: string
  /** Whether the second half says when to do the first, rather than where to put its result. */
  isCondition: boolean
  /** Whether the word between them ("into") seldom means anything else. */
  isPlain: boolean
}

type Lead = Pick<Halving, 'isCondition' | 'isPlain'> & { pattern: RegExp }

const before = (words: string) => new RegExp(String.raw`\s(?=(?:${words})\s)`, 'giu')
const toward = (pattern: RegExp): Lead => ({ isCondition: false, isPlain: true, pattern })

const leads = (when: string, into: string, to: string): Lead[] => [
  toward(/\s(?=(?:->|=>|→|>)\s)/gu),
  { isCondition: true, isPlain: true, pattern: before(when) },
  toward(before(into)),
  { isCondition: false, isPlain: false, pattern: before(to) },
]

const leadsOf: Record<string, Lead[]> = {
  en: leads('when|whenever|once|if|as soon as|every time|each time|the moment', 'into|onto|as(?! soon)|via', 'to|in|on'),
  de: leads('wenn|sobald|falls', 'ins|auf|als|per|zum|zur', 'in|im|an|ans|zu|nach'),
  fr: leads('quand|lorsque|dès que|si', 'dans|vers|comme|via|par', 'sur|à|au|aux|en'),
  es: leads('cuando|si|en cuanto|cada vez que', 'hacia|como|al|vía', 'a|en|por|para'),
  it: leads('quando|se|appena|non appena', 'nel|nella|nello|nei|nelle|come|via|sul|sulla', 'a|al|alla|ai|in|su|per'),
  pt: leads('quando|se|assim que|logo que|sempre que', 'para|pro|pra|como|via', 'a|ao|à|em|no|na|nos|nas|num|numa|por'),
  nl: leads('wanneer|zodra|indien', 'naar|als|via|per', 'in|op|aan'),
  pl: leads('gdy|kiedy|jeśli|jeżeli|jak tylko', 'do|jako|przez', 'w|we|na'),
  ru: leads('когда|если|как только', 'как|через', 'в|во|на|по|к'),
  // In Japanese and Korean the condition already comes first.
  ja: [toward(/(?<=を|なら|たら)(?=.)/gu)],
  ko: [toward(/(?<=\p{Script=Hangul}[을를면])\s/gu)],
  zh: [toward(/(?=(?:[发放存写加记贴导]|保存|添加|推送|同步|整理)[到进入给成])/gu)],
}

const time =
  /^\S+\s+(?:(?:next|this|last|the)\s+)?(?:\d[\d:./-]*(?:(?:st|nd|rd|th|am|pm)(?!\p{L})|$)|(?:today|tomorrow|tonight|yesterday|\p{L}+day|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|heute|morgen|demain|mañana|domani|amanhã)(?!\p{L}))/iu
const onlyOrder = /^(?:please\s+)?(\p{L}+)(?:\s+(?:it|them|me|us|him|her|this|that|everything|all))?$/iu

const looking = new RegExp(
  String.raw`^¿?(?:${questionWord}|is|are|was|were|do|does|did|has|have|welche[rsn]?|wie|wieviele?|wann|wo|wer|quel(?:le)?s?|combien|quand|où|qui|qué|cuál(?:es)?|cuánt[oa]s?|cuándo|dónde|quién(?:es)?|che|qual[ei]|quant[oaie]|quando|dove|chi|quais|onde|quem|wat|welke|hoeveel|wanneer|waar|ile|kiedy|gdzie|kto|jak[aie]?|сколько|когда|где|кто|как(?:ой|ая|ие)?|show|list|zeige?|liste|montre|affiche|muestra|muéstrame|enséñame|dime|lista|mostrami|mostra|elenca|mostre|toon|pokaż|покажи)(?!\p{L})`,
  'iu',
)

// A longer clause says more than two things.
const longest = 120

/**
 * Ways to cut a clause in two before a word that leads to a place or a condition, the clearest words first. A clause with quoted text
 * is not cut: the text to work on is already there, so it need not be fetched from somewhere else.
 */
export function halvingsOf(text: string, language: string): Halving[] {
  if (text.length > longest || withoutGivenText(text) !== text) return []
  const cuts = (leadsOf[language] ?? leadsOf.en!).flatMap(({ pattern, ...lead }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ ...lead, index })),
  )
  const isLooking = looking.test(text)
  // A condition is the clearest cut, and places named before it or within it ("if it rains in Ghent") belong to their own half.
  const conditions = cuts.filter(({ isCondition }) => isCondition)
  return (
    (conditions.length > 0 ? conditions : cuts)
      .sort((a, b) => Number(b.isPlain) - Number(a.isPlain) || b.index - a.index)
      .map(({ index, ...lead }) => ({
        ...lead,
        before: withoutEdges(text.slice(0, index)),
        after: withoutEdges(text.slice(index)),
      }))
      // "What was the click rate on our last send", "show the orders in the shop": a question, or what is only to be shown, tells where to
      // look rather than where to put what was found.
      .filter((halving) => tellsTwoThings(halving) && (!isLooking || halving.isPlain))
  )
}

function tellsTwoThings({ before, after, isCondition }: Halving): boolean {
  if (before === '' || after === '' || time.test(after)) return false
  // "text me" is all there is to do when the condition holds.
  return isCondition || !isInstructionVerb(onlyOrder.exec(before)?.[1]?.toLowerCase() ?? '')
}

import { wordSet } from '../../../retrieval/word-list.ts'
import { guessLanguage } from '../words/language.ts'
import { questionWords } from '../words/question-words.ts'
import { normalise, type Token } from '../words/tokens.ts'

/** Words that rule something out, or say that it is replaced. */
const denials =
  wordSet(`not no never without instead rather except excluding avoid skip skipping forget drop dropped dropping ditch ditched left leaving quit stop
  stopped but don't dont doesn't won't can't cannot isn't aren't wasn't out off anymore banned forbidden allowed down gone cancelled replaced used
  sorry actually wait meant moved migrated switched since formerly
  nicht kein keine keinen ohne statt anstatt anstelle pas plus sans plutôt lieu jamais sin vez nunca tampoco non senza invece mai não sem nem
  niet geen zonder plaats nie bez zamiast değil yerine olmadan kullanma inte inget utan istället ikke uden stedet`)
/** "BambooHR, who is out on Monday": what is asked there is not about the name. */
const asking: ReadonlySet<string> = new Set(questionWords)
const reach = 6
const near = 14

/** In Portuguese, "no" means "in the". */
const isDenial = ({ norm }: Token, text: string) => denials.has(norm) && (norm !== 'no' || guessLanguage(text) !== 'pt')

/** Features of the nearest denying word around the name at the tokens from `first` to `last`: which word, on which side, how far away, and what is between. */
export function denialsBeside({ text, tokens }: { text: string; tokens: readonly Token[] }, first: number, last: number): string[] {
  const [start, end] = [tokens[first]!.start, tokens[last]!.end]
  const otherClause = tokens.findIndex(({ norm }, at) => at > last && at <= last + reach && asking.has(norm))
  const isLast = tokens[last + 1] === undefined || /^\s*[,;:.!?)]/.test(text.slice(end))
  for (let by = 1; by <= reach; by++) {
    const [before, after] = [tokens[first - by], tokens[last + by]]
    if (before && isDenial(before, text)) return told('denied', before.norm, text.slice(before.end, start), isLast)
    const isOfName = otherClause < 0 || last + by < otherClause
    if (after && isOfName && isDenial(after, text)) return told('denied +', after.norm, text.slice(end, after.start), isLast)
  }
  return []
}

function told(side: string, denial: string, way: string, isLast: boolean): string[] {
  const between = /[,;:.!?]/.test(way) ? 'apart' : 'beside'
  return [
    `${side} ${between}`,
    `${side} ${denial} ${between}`,
    `${side} ${denial}${normalise(way)}`,
    `${side} ${between} ${way.length < near ? 'near' : 'far'} ${isLast}`,
    `${side} ${denial} ${isLast}`,
  ]
}

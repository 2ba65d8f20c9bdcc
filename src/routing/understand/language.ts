const scripts: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['th', /\p{Script=Thai}/u],
]

const commonWords: Record<string, string> = {
  en: 'the of and to in is for with what how my me this that on from please can you your are',
  de: 'der die das und ist ich mir mein meine meinen einen eine ein für mit wie nicht auf von zu den dem bitte im zum wird',
  fr: 'le la les des est et une un pour dans avec mon ma mes sur que quel quelle comment du au aux moi ce cette je vous',
  es: 'el la los las es y una un para con mi mis en que cual como del al por esta este cuanto dame hoy qué cuál',
  pt: 'o os as um uma para com meu minha em que como do da dos das no na por este esta hoje você não qual',
  it: 'il lo gli un una per con mio mia in che come del della dei di nel nella questo questa oggi sono quale mi',
  nl: 'de het een van en is voor met mijn in op hoe wat dat deze dit naar ik niet zijn kun je',
  pl: 'i w na z do jest jak mój moje moją dla się nie co ten ta to mi proszę jaki jaka czy od',
  tr: 've bir bu için ile ne nasıl benim bana da de mi mı olan nedir kaç bugün',
  id: 'yang dan di ke dari untuk dengan ini itu saya apa berapa tolong aku ada tidak besok hari bisa',
  sv: 'och att det är en ett för med min mitt på hur vad som av till jag inte',
}

const commonWordSets = Object.entries(commonWords).map(([code, words]) => [code, new Set(words.split(' '))] as const)

function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const [code, pattern] of scripts) {
    const count = text.match(new RegExp(pattern.source, 'gu'))?.length ?? 0
    if (count > 0 && count >= letters * (code === 'ja' ? 0.1 : 0.3)) return code
  }
  return undefined
}

/** A guess that is right often enough to choose connectors by; English when nothing speaks against it. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 600)
  const script = /[\u0370-\u1fff\u2e80-\uffff]/u.test(sample) ? byScript(sample) : undefined
  if (script) return script
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  let best = 'en'
  let bestCount = 0
  for (const [code, common] of commonWordSets) {
    const count = words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0)
    if (count > bestCount) [best, bestCount] = [code, count]
  }
  return best
}

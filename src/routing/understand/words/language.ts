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

/** Words that nearly every text of the language has some of. Of those that two languages share each counts in both. */
const commonWords: Record<string, string> = {
  en: 'the of and to in is for with what how my me this that on from please can you your are it its we our at by as or if be an into which who when where any all have has do does did not no so up out over was were will would should but they them then there one more most first last each new get make find show send why just about than a',
  de: 'der die das und ist ich mir mich mein meine meinen meiner einen eine einer ein für mit wie nicht auf von vom zu den dem des bitte im am zum zur wird als nach aus bei oder ob wenn wir uns unser unsere unserem unseren gern noch auch alle sind was wer wo welche welcher habe hat kann soll ab bis über wieder es morgen heute gestern montag dienstag mittwoch donnerstag freitag samstag sonntag wann warum wieviel ohne unter gegen seit',
  fr: 'le la les des est et une un pour dans avec mon ma mes sur que qui quel quelle quels comment du au aux moi ce cette ces je vous nous notre nos il elle ne pas plus de en par ou où puis si tous tout chez avant après entre à demain hier lundi mardi mercredi jeudi vendredi samedi dimanche combien quand pourquoi sans vers depuis',
  es: 'el la los las es y una un para con mi mis en que cual como del al por esta este cuanto dame hoy qué cuál cómo de se su sus si no más hay lo le me nos nuestro nuestra quiero desde hasta entre ya donde cuando cuánto a mañana ayer lunes martes miércoles jueves viernes sábado domingo cuántos cuándo dónde sin quién quiénes conmigo esa ese eso semana mes año su tu todos todas yo él ella',
  pt: 'o é à os as um uma para com meu minha meus minhas em que como do da dos das no na nos nas por este esta hoje você não qual quais de se mais está são tem ao pelo pela nosso nossa até quero onde quando a amanhã ontem segunda terça quarta quinta sexta sábado domingo quanto quantos sem vai quem comigo essa esse isso esta semana mês ano meu seu sua lista todos todas eu ele ela nós',
  it: 'il lo gli le e è un una per con mio mia miei in che come del della dei delle di nel nella questo questa oggi sono quale mi non si da al alla ai ci nostro nostra più ho ha dal dalla fra tra se dove quando cosa a domani ieri lunedì martedì mercoledì giovedì venerdì sabato domenica quanto quanti perché senza chi quali questa questo settimana mese anno tutti tutte io lui lei nei nelle sul sulla',
  nl: 'de het een van en is voor met mijn in op hoe wat dat deze dit naar ik niet zijn kun je er te om ons onze aan bij uit of als welke wie waar heb heeft nog ook dan alle tot over mij zet morgen vandaag gisteren maandag dinsdag woensdag donderdag vrijdag zaterdag zondag hoeveel wanneer waarom zonder',
  pl: 'w z na do jest jak mój moje moją dla się nie co ten ta to mi proszę jaki jaka czy od po za ze są mam oraz przez przed który która które nasz naszej gdzie kiedy ile jutro dziś dzisiaj wczoraj poniedziałek wtorek środę czwartek piątek sobotę niedzielę dlaczego bez',
  tr: 've bir bu için ile ne nasıl benim bana da de mi mı olan nedir kaç bugün bizim var yok gibi daha çok en şu hangi nerede ya göre kadar sonra lütfen yarın dün pazartesi salı çarşamba perşembe cuma cumartesi pazar neden',
  id: 'yang dan di ke dari untuk dengan ini itu saya apa berapa tolong aku ada tidak besok hari bisa kami kita pada atau akan sudah semua dalam jika mana kapan kemarin senin selasa rabu kamis jumat sabtu minggu kenapa tanpa',
  fi: 'ja on ei se että tämä tämän minun meidän mikä mitä missä milloin kuinka paljon kun kanssa mutta tai sekä ovat olla onko voi voisitko minulle meille uusi kaikki viime ensi huomenna tänään eilen maanantaina tiistaina keskiviikkona torstaina perjantaina ennen jälkeen miksi',
  cs: 'a je se na v ve do z ze s k pro jak můj moje mé mi co kolik kde kdy který která které jsou není prosím nebo ale aby když podle všechny náš naše nám zítra dnes včera pondělí úterý středu čtvrtek pátek sobotu neděli proč bez od po při už',
  hu: 'a az és egy nem hogy van mi mit hol mikor mennyi melyik kérlek nekem nekünk én új minden de vagy ha mert ki fel meg már csak lesz holnap ma tegnap hétfőn kedden szerdán csütörtökön pénteken szombaton vasárnap miért nélkül',
  ro: 'și în la de pe cu din pentru că este sunt care ce cât unde când cum mea meu mele nostru noastră o un una te rog nu mai sau dacă toate mâine azi ieri luni marți miercuri joi vineri sâmbătă duminică fără',
  da: 'og at det er en et for med min mit mine på hvordan hvad som af til jeg ikke den de vi vores om fra kan har hvilke hvilken når hvor alle eller skal mig i morgen dag går mandag tirsdag onsdag torsdag fredag lørdag søndag hvorfor uden',
  vi: 'của và cho tôi mình là có không những các trong trên với này bao nhiêu ở khi nào hôm nay ngày mai tìm giúp lên gửi tạo xem mấy',
  sv: 'och att det är en ett för med min mitt mina på hur vad som av till jag inte den de vi vår våra om från kan har vilka vilken när där alla eller ska mig imorgon idag igår måndag tisdag onsdag torsdag fredag lördag söndag varför utan',
}
/** Letters that only few languages write. */
const tellingLetters: Record<string, RegExp> = {
  de: /[äöüß]/iu,
  es: /[ñ¿¡]/iu,
  pt: /[ãõ]/iu,
  pl: /[ąęłńśźż]/iu,
  tr: /[ğış]/u,
  sv: /å/iu,
  fr: /[êèçœ]/iu,
  cs: /[ěřů]/iu,
  hu: /[őű]/iu,
  ro: /[țșăţş]/iu,
  da: /[æø]/iu,
  vi: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu,
}

const commonWordSets = new Map(Object.entries(commonWords).map(([code, words]) => [code, new Set(words.split(' '))] as const))

/** Languages with little or no training text: the models recognise only names and numbers in them. */
const unlearned = new Set(['cs', 'da', 'el', 'fi', 'he', 'hu', 'ro', 'th', 'vi'])
export const isUnlearned = (language: string) => unlearned.has(language)

/** Whether any of the words is common in the language. Letters alone also occur in other languages. */
export const isSpokenIn = (language: string, words: readonly string[]) => words.some((word) => commonWordSets.get(language)?.has(word))

function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const [code, pattern] of scripts) {
    const count = text.match(new RegExp(pattern.source, 'gu'))?.length ?? 0
    if (count > 0 && count >= letters * (code === 'ja' ? 0.1 : 0.3)) return code
  }
  return undefined
}

/** Neither part of a link, an address or a number, nor the "s" of a genitive. */
const wordAlone = /(?<![-/.@\p{L}\p{N}]|['’](?=s(?!\p{L})))\p{L}+(?![-/@\p{L}\p{N}])/gu

/** A letter may as well be a variable or a label. */
const letterAlone = 0.5

/** A guess that is right often enough to choose English search words by; English when nothing speaks against it. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 600)
  const script = /[\u0370-\u1fff\u2e80-\uffff]/u.test(sample) ? byScript(sample) : undefined
  if (script) return script
  const words = new Set(sample.toLowerCase().match(wordAlone))
  let best = 'en'
  let bestCount = 0
  for (const [code, common] of commonWordSets) {
    let count = tellingLetters[code]?.test(sample) ? 1 : 0
    for (const word of words) if (common.has(word)) count += word.length === 1 ? letterAlone : 1
    if (count > bestCount) [best, bestCount] = [code, count]
  }
  return best
}

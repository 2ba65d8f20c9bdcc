const borrowed = [...'аеорсухіјѕԁһԛԝвкмнтАВЕКМНОРСТХαεοριντκΑΒΕΖΗΙΚΜΝΟΡΤΧ']
const latin = [...'aeopcyxijsdhqwbkmhtABEKMHOPCTXaeopivtkABEZHIKMNOPTX']
const twins = new Map(borrowed.map((letter, i) => [letter, latin[i] ?? letter]))

const latinLetter = /[a-z]/iu
const otherScript = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Reads Cyrillic and Greek letters as the Latin ones that they look like, in words that mix both. */
export function inOneScript(text: string): string {
  if (!otherScript.test(text)) return text
  return text.replace(/\p{L}+/gu, (word) =>
    latinLetter.test(word) && otherScript.test(word) ? [...word].map((letter) => twins.get(letter) ?? letter).join('') : word,
  )
}

const signs: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** The letter that a digit or a sign stands in for, or else the sign itself. */
export const letterFor = (sign: string) => signs[sign] ?? sign

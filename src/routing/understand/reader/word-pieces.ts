export type WordPieces = {
  /** The ids of a text's pieces between a first and a last mark. Of a long text the beginning and the end are kept; `read` is their share of all that were found. */
  idsOf: (text: string, longest: { begin: number; end: number }) => { ids: number[]; read: number; found: number }
  unknown: number
}

const mark = /[\p{P}$+<=>^`|~]/u
const words = /[\p{P}$+<=>^`|~]|\p{sc=Han}|[^\s\p{P}$+<=>^`|~\p{sc=Han}]+/gu
const longestWord = 100

/** Splits words into the longest pieces that a vocabulary holds; `##` marks those that go on a word. */
export function createWordPieces(pieces: readonly string[]): WordPieces {
  const ids = new Map(pieces.map((piece, id) => [piece, id]))
  const special = (piece: string) => {
    const id = ids.get(piece)
    if (id === undefined) throw new Error(`The reader's vocabulary lacks ${piece}: make it again with training/.`)
    return id
  }
  const [first, last, unknown] = [special('[CLS]'), special('[SEP]'), special('[UNK]')]

  function piecesOf(word: string): number[] {
    const found: number[] = []
    for (let from = 0; from < word.length; ) {
      let to = word.length
      while (to > from && !ids.has((from > 0 ? '##' : '') + word.slice(from, to))) to--
      if (to === from) return [unknown]
      found.push(ids.get((from > 0 ? '##' : '') + word.slice(from, to))!)
      from = to
    }
    return found
  }

  function idsOf(text: string, { begin, end }: { begin: number; end: number }): { ids: number[]; read: number; found: number } {
    const plain = text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase()
    const found: number[] = []
    for (const [word] of plain.matchAll(words)) {
      if (word.length > longestWord) found.push(unknown)
      else if (word.length === 1 && mark.test(word)) found.push(ids.get(word) ?? unknown)
      else found.push(...piecesOf(word))
    }
    const kept = found.length <= begin + end ? found : [...found.slice(0, begin), ...found.slice(found.length - end)]
    return { ids: [first, ...kept, last], read: found.length > 0 ? kept.length / found.length : 1, found: found.length }
  }
  return { idsOf, unknown }
}

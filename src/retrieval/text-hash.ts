export const hashStart = 0x811c9dc5

/** FNV-1a over the letters of a text, or a part of it, going on from another hash. */
export function hashOn(hash: number, text: string, from = 0, to = text.length): number {
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

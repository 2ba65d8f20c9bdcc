import type { ComponentChildren } from 'preact'

/** A text with names in it: one that is written from right to left turns nothing around it. */
export function setApart(text: string, [name, ...others]: string[]): ComponentChildren {
  if (name === undefined) return text
  return text.split(name).flatMap((piece, i) => [i > 0 && <bdi>{name}</bdi>, setApart(piece, others)])
}

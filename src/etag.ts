import { hash } from 'node:crypto'

/** Quoted, as a header holds it. */
export const etagOf = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }

/** What `npm start` tells Node: what is measured runs as what is served. */
export const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

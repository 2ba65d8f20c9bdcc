import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nearestOf } from '../../input/nearest.ts'

const isFilledIn = /[:*]/
/** Nobody asks for the files of the pages by hand. */
const isFile = /\.(?!json$)\w+$/

/** Where clients of MCP look for the stream of its first revision, which has no address of its own here. */
const usualNames = new Map([
  ['/sse', '/mcp'],
  ['/mcp/sse', '/mcp'],
])

/**
 * Finds what a mistyped path may have meant: the paths mounted from now on that take the same method, but for those with a part to fill
 * in. Where only the /api is missing, nothing else can have been meant.
 */
export function createMeantPaths(server: FastifyInstance): (request: FastifyRequest) => string[] {
  const methodsByPath = new Map<string, readonly string[]>()
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.allow !== undefined && !isFilledIn.test(url) && !isFile.test(url)) methodsByPath.set(url, config.allow.split(', '))
  })
  return ({ url, method }) => {
    const fitting = [...methodsByPath].flatMap(([path, methods]) => (methods.includes(method) ? [path] : []))
    const asked = url.split('?')[0] ?? ''
    const under = `/api${usualNames.get(asked) ?? asked}`
    return fitting.includes(under) ? [under] : nearestOf(asked, fitting)
  }
}

/** How an error asks whether one of them was meant. */
export const askedBack = ([first]: readonly string[]) => (first === undefined ? '' : ` Did you mean ${first}?`)

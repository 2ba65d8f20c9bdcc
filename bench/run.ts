/** `npm run bench -- <name>`: each bench prints ratios to a baseline measured in the same run. */
const benches: Record<string, () => Promise<void>> = {
  catalog: async () => (await import('./catalog.ts')).benchCatalog(),
  http: async () => (await import('./http.ts')).benchHttp(),
  load: async () => (await import('./load.ts')).benchLoad(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
  start: async () => (await import('./start.ts')).benchStart(),
  'route-http': async () => (await import('./route-http.ts')).benchRouteHttp(),
  mcp: async () => (await import('./mcp.ts')).benchMcp(),
  retrieve: async () => {
    const { benchRetrieve } = await import('./retrieve.ts')
    for (const entries of [0, 16_000]) benchRetrieve(entries)
  },
  route: async () => {
    const { benchRoute } = await import('./route.ts')
    for (const [entries, decisions] of [
      [0, 3000],
      [16_000, 1000],
      [100_000, 300],
    ] as const)
      benchRoute(entries, decisions)
  },
  pages: async () => (await import('./pages.ts')).benchPages(),
  report: async () => (await import('./report.ts')).benchReport(),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`Unknown bench "${unknown.join('", "')}". Known: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
    console.log(`\n${name}`)
    await benches[name]?.()
  }
}

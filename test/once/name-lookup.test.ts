import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createNameLookup } from '../../src/adapters/name-lookup.ts'
import { createSafeFetch } from '../../src/adapters/safe-fetch.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-names-'))
const hostsFile = join(folder, 'hosts')
writeFileSync(
  hostsFile,
  '# 93.184.215.1 commented.waymark.dev\n93.184.215.14\tPinned.waymark.dev other.waymark.dev # ours\n::1 pinned.waymark.dev\n',
)
afterAll(() => rmSync(folder, { recursive: true }))

const addressTypes = { 1: [93, 184, 215, 20], 28: [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11] } as const

/** A name server on loopback that knows one address of each of these kinds for every name, and says nothing about the rest. */
async function nameServer(known: readonly (keyof typeof addressTypes)[]) {
  let asked = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    asked++
    const endOfName = query.indexOf(0, 12)
    const type = query.readUInt16BE(endOfName + 1) as keyof typeof addressTypes
    if (!known.includes(type)) return
    const question = query.subarray(12, endOfName + 5)
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const data = addressTypes[type]
    socket.send(
      Buffer.concat([header, question, Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])]),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked, close: () => socket.close() }
}

const patient = () => AbortSignal.timeout(60_000)

test('the hosts file goes before the name servers, in any case and with all of its addresses', async () => {
  const { servers, asked, close } = await nameServer([1, 28])
  const lookup = createNameLookup({ servers, hostsFile })
  expect(await lookup('pinned.waymark.dev.', patient())).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '::1', family: 6 },
  ])
  expect(asked()).toBe(0)
  const both = [
    { address: '93.184.215.20', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  expect(await lookup('commented.waymark.dev', patient())).toEqual(both)
  expect(await createNameLookup({ servers, hostsFile: join(folder, 'none') })('pinned.waymark.dev', patient())).toEqual(both)
  close()
})

test.concurrent('addresses of one kind are enough where the name server says nothing about the other', async () => {
  const { servers, close } = await nameServer([1])
  expect(await createNameLookup({ servers, hostsFile })('half.waymark.dev', patient())).toEqual([{ address: '93.184.215.20', family: 4 }])
  close()
})

test.concurrent('a name server that says nothing is given up, at the latest when the call is over', async () => {
  const silent = await nameServer([])
  const lookup = createNameLookup({ servers: silent.servers, hostsFile })
  const unbounded = lookup('silent.waymark.dev', patient())
  let lookups: ReturnType<typeof lookup> | undefined
  const fetchSafely = createSafeFetch({
    resolve(name, signal) {
      lookups = lookup(name, signal)
      return lookups
    },
  })
  const request = { url: 'http://silent.waymark.dev/', method: 'GET', timeout_ms: 200, most_bytes: 10, most_redirects: 0 } as const
  await expect(fetchSafely(request)).rejects.toThrow('did not answer in time')
  expect(await lookups).toEqual([])
  expect(await unbounded).toEqual([])
  silent.close()
})

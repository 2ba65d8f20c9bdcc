import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { removeFolder, type ServiceProcess, startService } from '../support/service-process.ts'

let service: ServiceProcess
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await service.end('SIGKILL')
  removeFolder(service)
})

async function open(firstBytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  if (firstBytes) socket.write(firstBytes)
  return socket
}

/** A request whose body is yet to come, once the service has read its head and says so. */
async function openRequest(length: number): Promise<Socket> {
  const head = ['POST /api/route HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', `Content-Length: ${length}`]
  const socket = await open([...head, 'Expect: 100-continue', '', ''].join('\r\n'))
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 100 /)
  return socket
}

const isStopping = () => expect.poll(service.output).toContain('"msg":"stopping"')

test('a connection that says nothing, or stops in the middle of a request, does not hold up the end', async () => {
  service = await startService({ DRAIN_SECONDS: '1' })
  await open('')
  await open('POST /api/route HTTP/1.1\r\nHost: localhost\r\nContent-')
  const socket = await openRequest(500)
  socket.write('{"task":')
  // Far below the minute for which an open connection would be waited for.
  const ended = await Promise.race([service.end('SIGTERM'), sleep(30_000, 'still running')])
  expect(ended).toBe(0)
})

test('a signal that comes twice at once, to a group of processes and from a parent in it, is one: what is under way is finished', async () => {
  service = await startService({ DRAIN_SECONDS: '60', LOG_LEVEL: 'info' })
  const socket = await openRequest(16)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // Two kinds of signal, because two of one kind that wait together arrive as one.
  service.child.kill('SIGINT')
  service.child.kill('SIGTERM')
  await isStopping()
  socket.write('{"task":"hello"}')
  // Far below the minute for which connections that stay open are waited for.
  const ended = await Promise.race([service.exited, sleep(30_000, 'still running')])
  expect(ended).toBe(0)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('a second signal ends it at once', async () => {
  service = await startService({ DRAIN_SECONDS: '60', LOG_LEVEL: 'info' })
  await openRequest(500)
  service.child.kill('SIGTERM')
  await isStopping()
  // What comes within a second of the first counts as the first.
  await sleep(1500)
  expect(await service.end('SIGTERM')).toBe(1)
})

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { removeFolder, type ServiceProcess, startService } from '../service-process.ts'

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
  await new Promise((resolve) => socket.once('connect', resolve))
  if (firstBytes) socket.write(firstBytes)
  return socket
}

test('a connection that says nothing, or stops in the middle of a request, does not hold up the end', async () => {
  service = await startService({ DRAIN_SECONDS: '1' })
  await open('')
  await open('POST /api/route HTTP/1.1\r\nHost: localhost\r\nContent-')
  await open('POST /api/route HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"task":')
  await sleep(200)
  // Far below the minute for which an open connection would be waited for.
  const ended = await Promise.race([service.end('SIGTERM'), sleep(30_000, 'still running')])
  expect(ended).toBe(0)
})

test('a signal that comes twice at once, to a group of processes and from a parent in it, is one: what is under way is finished', async () => {
  service = await startService()
  const socket = await open(
    'POST /api/route HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"task":',
  )
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await sleep(200)
  service.child.kill('SIGINT')
  await sleep(100)
  service.child.kill('SIGINT')
  await sleep(200)
  const asked = performance.now()
  socket.write('"hello"}')
  expect(await service.exited).toBe(0)
  // Far below the ten seconds for which connections that stay open are waited for.
  expect(performance.now() - asked).toBeLessThan(6000)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('a second signal ends it at once', async () => {
  service = await startService({ DRAIN_SECONDS: '60' })
  await open('POST /api/route HTTP/1.1\r\nHost: localhost\r\nContent-')
  await sleep(200)
  service.child.kill('SIGTERM')
  await sleep(1500)
  expect(await service.end('SIGTERM')).toBe(1)
})

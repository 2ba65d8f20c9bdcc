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

async function open(firstBytes: string): Promise<void> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  if (firstBytes) socket.write(firstBytes)
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

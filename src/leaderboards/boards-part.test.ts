import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openBoards } from './boards-part.ts'

function channels() {
  const bus = new EventEmitter()
  return {
    notify: async (channel: string, payload: string) => void bus.emit(channel, payload),
    listen(channel: string, listener: (payload: string) => void) {
      bus.on(channel, listener)
      return () => bus.off(channel, listener)
    },
  }
}

test('what was read before it was cleared, here or in another process, is shown to nobody after', async () => {
  const bus = channels()
  const clock = { ms: 1_000_000 }
  const [here, there] = [openBoards(bus, () => clock.ms), openBoards(bus, () => clock.ms)]
  let reads = 0
  const read = async () => {
    await Promise.resolve()
    clock.ms += 200
    return ++reads
  }
  const get = (boards: typeof here, name: string) => boards.get(name, read, () => 5000)
  expect([await get(here, 'agents'), await get(here, 'agents'), await get(there, 'agents')]).toEqual([1, 1, 2])
  const underWay = get(here, 'tools')
  await here.clear()
  await underWay
  expect([await get(here, 'agents'), await get(there, 'agents'), await get(here, 'tools')]).toEqual([4, 5, 6])
  here.close()
  there.close()
})

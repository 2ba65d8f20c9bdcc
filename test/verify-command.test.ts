import { expect, test } from 'vitest'
import { queueOn } from '../src/cli/review-queue.ts'
import { testApp } from './support/harness.ts'

test('requests are reviewed in the store itself while no service runs', async () => {
  const app = await testApp()
  for (const agent_name of ['one', 'two']) {
    await app.register(agent_name)
    await app.request('POST', '/api/verify', { agent_name, x_handle: agent_name })
  }
  const queue = queueOn(app.store)
  const waiting = await queue.list('submitted')
  expect(waiting.map(({ agent_name }) => agent_name).sort()).toEqual(['one', 'two'])
  const approve = (verification_id: string) => queue.review({ verification_id, verdict: 'approved', reason: null })
  const reject = (verification_id: string) => queue.review({ verification_id, verdict: 'rejected', reason: 'No post found.' })
  await approve(waiting[0]!.verification_id)
  await reject(waiting[1]!.verification_id)
  await expect(approve('nothing')).rejects.toThrow('no verification request')
  await expect(reject(waiting[1]!.verification_id)).rejects.toThrow('This request is rejected: only a submitted one')
  expect(await queue.list('submitted')).toEqual([])
  const { body } = await app.request('GET', `/api/verify/status?agent_name=${waiting[0]!.agent_name}`)
  expect(body).toMatchObject({ status: 'approved', verified: true })
  await app.close()
})

test('all waiting requests are listed, however many', async () => {
  const app = await testApp()
  const names = Array.from({ length: 201 }, (_, at) => `agent ${at}`)
  for (const agent_name of names) {
    await app.register(agent_name)
    const { status } = await app.request('POST', '/api/verify', { agent_name, x_handle: agent_name.replace(' ', '_') })
    expect(status).toBe(200)
  }
  const listed = await queueOn(app.store).list('submitted')
  expect(listed.map(({ agent_name }) => agent_name).sort()).toEqual(names.sort())
  await app.close()
})

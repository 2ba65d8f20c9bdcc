import { expect, test } from 'vitest'
import { deskOn } from '../src/cli/verify.ts'
import { testApp } from './harness.ts'

test('the desk works on the store itself while no service runs', async () => {
  const app = await testApp()
  for (const agent_name of ['one', 'two']) {
    await app.register(agent_name)
    await app.request('POST', '/api/verify', { agent_name, x_handle: agent_name })
  }
  const desk = deskOn(app.store)
  const waiting = await desk.list('submitted')
  expect(waiting.map(({ agent_name }) => agent_name).sort()).toEqual(['one', 'two'])
  await desk.approve(waiting[0]!.verification_id)
  await desk.reject(waiting[1]!.verification_id, 'No post found.')
  await expect(desk.approve('nothing')).rejects.toThrow('no verification request')
  await expect(desk.reject(waiting[1]!.verification_id, 'No post found.')).rejects.toThrow('cannot be reviewed: it is rejected')
  expect(await desk.list('submitted')).toEqual([])
  const { body } = await app.request('GET', `/api/verify/status?agent_name=${waiting[0]!.agent_name}`)
  expect(body).toMatchObject({ status: 'approved', verified: true })
  await app.close()
})

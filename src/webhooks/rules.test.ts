import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { asWebhookSecret } from '../agents/rules.ts'
import { signedHeaders, waitAfter } from './rules.ts'

test('the signature is an HMAC over id, time and body with the secret as key', () => {
  const bytes = Buffer.from('0123456789abcdef01234567')
  const at = new Date('2026-11-02T09:00:00.900Z')
  const headers = signedHeaders({ delivery_id: 'credits:1', body: '{"a":1}', secret: asWebhookSecret(bytes), at })
  const expected = createHmac('sha256', bytes).update('credits:1.1793610000.{"a":1}').digest('base64')
  expect(headers).toMatchObject({
    'webhook-id': 'credits:1',
    'webhook-timestamp': '1793610000',
    'webhook-signature': `v1,${expected}`,
  })
})

test('each wait is longer than the one before, and the last attempt has none', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempt) => waitAfter(attempt) ?? 0)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits[0]).toBe(10_000)
  expect(waitAfter(7)).toBeUndefined()
})

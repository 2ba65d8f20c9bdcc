import { expect, test, vi } from 'vitest'
import { testApp } from '../support/harness.ts'

/** Of each run of letters, in each of the languages, the logarithm is taken once. */
const logarithmsOfOneLanguage = 2 ** 14

test('the letters of the languages are learned before the first request, not with it', async () => {
  const logarithm = vi.spyOn(Math, 'log')
  const app = await testApp({ warm: true })
  try {
    expect(logarithm.mock.calls.length).toBeGreaterThan(10 * logarithmsOfOneLanguage)
    logarithm.mockClear()
    const { status } = await app.request('POST', '/api/route', { task: 'Rückzahlung Stripe ACME' })
    expect(status).toBe(200)
    expect(logarithm.mock.calls.length).toBeLessThan(logarithmsOfOneLanguage)
  } finally {
    logarithm.mockRestore()
    await app.close()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { tierNames } from '../catalog/models.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Alias = { id: string; resolves_to: { slug: string; provider: string }; fallbacks: string[] }

test('200 lists every tier as a model, with the model it stands for', async () => {
  const { body } = await app.request('GET', '/v1/models')
  expect(body.object).toBe('list')
  expect(body.data.map(({ id }: Alias) => id)).toEqual(tierNames.map((tier) => `waymark/${tier}`))
  const { body: models } = await app.request('GET', '/api/models')
  const known = new Set(models.models.map(({ slug }: { slug: string }) => slug))
  for (const { resolves_to, fallbacks } of body.data as Alias[]) {
    expect(known).toContain(resolves_to.slug)
    expect(fallbacks.length).toBeGreaterThan(0)
    expect(fallbacks).not.toContain(resolves_to.slug)
  }
  const one = await app.request('GET', '/v1/models/waymark%2Ffast_code')
  expect(one.body).toEqual(body.data.find(({ id }: Alias) => id === 'waymark/fast_code'))
  expect((await app.request('GET', '/v1/models/waymark/fast_code')).body).toEqual(one.body)
})

test('profile and providers hold for the model and every fallback', async () => {
  const { body } = await app.request('GET', '/v1/models?profile=regulated&providers=OpenAI,mistral')
  const { body: models } = await app.request('GET', '/api/models')
  const providers = new Map(models.models.map(({ slug, provider }: { slug: string; provider: string }) => [slug, provider]))
  for (const { resolves_to, fallbacks } of body.data as Alias[]) {
    for (const slug of [resolves_to.slug, ...fallbacks]) expect(['openai', 'mistral']).toContain(providers.get(slug))
  }
})

test('400 for a provider nobody knows or that has no model left, 404 for an alias nobody knows', async () => {
  expect((await app.request('GET', '/v1/models?providers=acme')).status).toBe(400)
  for (const path of ['/v1/models?providers=deepseek', '/api/gateways/litellm?providers=deepseek&profile=regulated'])
    expect(await app.request('GET', path)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^No model of deepseek is open/) },
    })
  expect((await app.request('GET', '/v1/models/waymark%2Fnothing')).status).toBe(404)
  expect((await app.request('GET', '/v1/models/waymark/nothing')).body.did_you_mean).toBeUndefined()
  for (const near of ['waymark/cheap_chta', 'waymark%2FCheap-Chat', 'cheap_chats']) {
    const { status, body } = await app.request('GET', `/v1/models/${near}`)
    expect([near, status, body.did_you_mean]).toEqual([near, 404, ['waymark/cheap_chat']])
  }
})

test('200 gives LiteLLM one name for each tier, with its fallbacks as further names', async () => {
  const { body } = await app.request('GET', '/api/gateways/litellm?format=json')
  const names = body.model_list.map(({ model_name }: { model_name: string }) => model_name)
  expect(new Set(names).size).toBe(names.length)
  for (const fallback of body.router_settings.fallbacks) {
    for (const [name, others] of Object.entries(fallback)) {
      expect(names).toContain(name)
      for (const other of others as string[]) expect(names).toContain(other)
    }
  }
  for (const { litellm_params } of body.model_list) expect(litellm_params.model).toMatch(/^[a-z_]+\/\S+$/)
  const yaml = await app.request('GET', '/api/gateways/litellm')
  expect(yaml.headers['content-type']).toContain('application/yaml')
  expect(yaml.text).toContain('- model_name: "waymark/cheap_chat"\n    litellm_params:\n')
  expect(parse(yaml.text)).toEqual(body)
})

test('200 gives OpenRouter at most three models for each tier', async () => {
  const { body } = await app.request('GET', '/api/gateways/openrouter')
  expect(Object.keys(body.tiers)).toEqual(tierNames.map((tier) => `waymark/${tier}`))
  for (const { models } of Object.values<{ models: string[] }>(body.tiers)) {
    expect(models.length).toBeGreaterThan(1)
    expect(models.length).toBeLessThanOrEqual(3)
    for (const id of models) expect(id).toMatch(/^(openai|anthropic|google|mistralai|deepseek|meta-llama)\/[a-z0-9.-]+$/)
  }
})

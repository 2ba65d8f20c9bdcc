import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openRouter } from '../../eval/router.ts'
import { routeAnswer } from './answer/answer.ts'
import { sharpened } from './tool-need.ts'
import { understand } from './understand/understand.ts'

const router = openRouter()
const { decide, parts, catalog } = router

const tasks = [
  'Refund the last payment of customer ACME in Stripe',
  'Get the open issues from GitHub, then post a summary to #eng in Slack and email it to Lea',
  'Explain how DNS works',
  'Write a short story about a lighthouse keeper',
  'Generate an image of a red fox in snow',
  'Search the web for the newest climate report and put the key figures into a Google Sheet',
  'What is the weather in Oslo tomorrow?',
  'Query the orders table in Postgres for refunds above 100 euros',
  'Take a screenshot of https://example.com and send it to Ben on Telegram',
  'Prove that there are infinitely many primes',
  'Shovel the snow off our driveway',
  'Transcribe the call recording, translate it to French and store it in Google Drive',
  'Deploy the main branch to Vercel',
  'Find flights from Vienna to Lisbon in May',
]
const facts = { decision_id: null, store_away: false, latency_ms: 0, reward_multiplier: 1 }

test('the same request gives the same answer', () => {
  const written = (task: string) => JSON.stringify(decide(task), (_, part) => (typeof part === 'function' ? part() : part))
  for (const task of tasks) expect(written(task)).toBe(written(task))
})

test('what only a body can do finds no tool', () => {
  expect(decide('Shovel the snow off our driveway')).toMatchObject({ approach: 'mcp_server', pick: null, match_method: 'unresolved' })
  const { reasons, suggestions } = decide('Shovel the snow off our driveway')
  expect(reasons).toContain('work_for_hands')
  expect(suggestions).toEqual(['If it is done in a product or system after all, name that.'])
})

test('a tool is named only where it is likelier right than that none is needed', () => {
  const written = readFileSync(new URL('../../training/tasks/look-alikes-work.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const asked = written.filter((_, at) => at % 3 === 0).map((line): string => JSON.parse(line).t)
  const answers = asked.map((task) => ({ task, decision: decide(task) }))
  const named = answers.filter(({ decision }) => decision.match_method === 'hybrid_retrieval')
  expect(named.length).toBeGreaterThan(40)
  for (const { task, decision } of named) {
    const { byHandProbability, needsToolProbability } = understand(task, router.lexicon)
    if (byHandProbability < 0.6) expect(decision.confidence).toBeGreaterThanOrEqual(1 - sharpened(needsToolProbability))
  }
})

test.each(['my kitchen tap is dripping, fix it', 'Pick up the parcel from the corner shop', 'Hold the ladder while I paint the gutter'])(
  'what only hands can do is not given to a server that merely sounds like it: %s',
  (task) => {
    expect(decide(task)).toMatchObject({ approach: 'mcp_server', pick: null })
  },
)

test('a tool of no told kind is looked up under the cluster that its decision is filed under', () => {
  const task = 'Refund the last payment of customer ACME in Stripe'
  const asked = new Set<string>()
  const bare = {
    ...parts,
    catalog: { ...catalog, get: (slug: string) => ({ ...catalog.get(slug)!, capabilities: [] }) },
    evidence: {
      ...parts.evidence,
      tool: (_: string, cluster: string) => {
        asked.add(cluster)
        return null
      },
    },
  }
  const { cluster } = decide(task, {}, bare)
  expect([...asked]).toEqual([cluster])
})

test('what wording alone puts first is as likely as reports say of such cases, and below a chance nothing is named', () => {
  const task = 'Search the web for the newest climate report'
  const learned = (trust: number) => {
    const taught = () => ({ pulls: new Map([['snowflake-mcp', 60]]), strength: 1, trust })
    return decide(task, {}, { ...parts, evidence: { ...parts.evidence, taught } })
  }
  expect(learned(0.8).pick?.tool.entry.slug).toBe('snowflake-mcp')
  expect(learned(0.8).confidence).toBeGreaterThan(0.7)
  expect(learned(0.8).reasons).toContain('tool_reports_considered')
  expect(learned(0.1).pick).toBeNull()
})

test.each([
  ['communication-email', 'email'],
  ['communication-messaging', 'team-chat'],
  ['ecommerce-operations', 'ecommerce'],
  ['legal-research-document-management', 'legal-research'],
] as const)('a workflow alone gets a tool for its usual work, under whatever costs least too: %s', (workflow, work) => {
  for (const priority of ['best_value', 'lowest_cost', 'best_efficiency'] as const) {
    const { pick } = decide('', { hasTask: false, workflow, priority })
    expect(pick?.tool.entry.capabilities).toContain(work)
    expect(pick?.tool.entry.countries ?? []).toEqual([])
  }
})

test('what a tool costs is told beside what the model does', () => {
  const insightOn = (task: string) => routeAnswer(decide(task), facts).cost_insight
  expect(insightOn('search the web with Brave Search')).toContain('The tools add about $0.003 a run.')
  expect(insightOn('Generate an image with Nano Banana')).toMatch(/What Nano Banana.* may charge comes on top/)
  expect(insightOn('What is the weather in Oslo tomorrow?')).not.toMatch(/tools add|on top/)
})

test('reports and memory move a choice among near equals', () => {
  const task = 'add milk to my shopping list'
  const plain = decide(task)
  const second = plain.runner_up!.entry.slug
  const evidence = {
    ...parts.evidence,
    tool: (slug: string) => (slug === second ? { mean: 1, n_effective: 200 } : { mean: 0.2, n_effective: 200 }),
  }
  const moved = decide(task, {}, { ...parts, evidence })
  expect(moved.pick?.tool.entry.slug).toBe(second)
  expect(moved.reasons).toContain('tool_reports_considered')
  const remembered = (skill: string) => decide(task, {}, { ...parts, memory: () => ({ skill, success_rate: 1 }) })
  expect(remembered(second).margin).toBeLessThan(plain.margin)
  expect(remembered(plain.pick!.tool.entry.slug).margin).toBeGreaterThan(plain.margin)
  expect(remembered(plain.pick!.tool.entry.slug).reasons).toContain('agent_memory')
})

test('a text pasted before its instruction asks for nothing by itself', () => {
  const notes = 'Meeting notes: Anna will send the contract through DocuSign, Ben checks the Google Ads budget. Extract action items.'
  expect(router.ask(notes).approach).toBe('direct_llm')
  expect(router.ask('Our standup notes are in Notion. Summarise them.').recommended_skill).toContain('notion')
})

test.each(['👍', '🙏 🎉', '?!', '...'])('a text without words asks for nothing outside: %s', (task) => {
  expect(router.ask(task).approach).toBe('direct_llm')
})

describe('a command line', () => {
  test.each(['ps aux | grep node', 'run npm test', 'cat package.json', 'which node', 'cd web && npm ci && npm run build', 'uname -a'])(
    'is run by a shell: %s',
    (task) => {
      const { approach, recommended_skill } = router.ask(task)
      expect(approach).toBe('mcp_server')
      expect(router.catalog.get(recommended_skill ?? '')?.capabilities[0]).toBe('terminal')
    },
  )

  test.each([
    ['docker logs -f slack-bot | grep postgres', 'docker'],
    ['cd infra && terraform plan', 'terraform'],
    ['git add . && git commit -m "post to Slack" && git push', 'git'],
    ["psql -c 'select 1'", 'postgres'],
    ['helm upgrade web ./chart', 'k8s'],
  ])('is run by a server of its own product: %s', (task, product) => {
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: expect.stringContaining(product) })
  })

  test.each(['what does ps aux do', 'how do I free memory', 'explain `tar -xzf`', 'bash command to find large files'])(
    'is not run where it is asked about: %s',
    (task) => {
      expect(router.ask(task).approach).toBe('direct_llm')
    },
  )
})

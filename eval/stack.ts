import { join } from 'node:path'
import { readSeed } from '../src/adapters/seed.ts'
import { serversOfStack } from '../src/routing/tools/near-equals/project-stack.ts'
import { seeded, shuffled } from './chance.ts'
import { labelledTasks, type OwnTask } from './own-run.ts'
import { openRouter } from './router.ts'

const usual =
  'github slack postgres notion stripe google-calendar gmail aws docker linear figma sentry vercel redis python hubspot snowflake kubernetes jira airtable'
const mostOthers = 12

/**
 * Tasks that several servers can do, asked by agents whose projects are built with a dozen usual products: alone, and together with one
 * that does the task.
 */
export function evalStack(): void {
  const random = seeded(1)
  const { decide, lexicon } = openRouter()
  const nameOf = new Map(readSeed().skills.map(({ slug, aliases, canonical_name }) => [slug, aliases[0] ?? canonical_name]))
  const firstOf = (task: string, stack_tags: string[]) =>
    decide(task, { stack: serversOfStack({ stack_tags }, lexicon) }).pick?.tool.entry.slug ?? ''
  const rows = tasksForSeveral().map(({ query, gold }) => {
    const others = shuffled(usual.split(' '), random).slice(0, mostOthers)
    const [own = ''] = shuffled(gold, random)
    const stacks = [[], others, [nameOf.get(own) ?? '', ...others]]
    return { gold, own, firsts: stacks.map((stack) => firstOf(query, stack)) }
  })
  const counts = (is: (first: string, row: (typeof rows)[number]) => boolean) =>
    [0, 1, 2].map((at) => rows.filter((row) => is(row.firsts[at]!, row)).length).join(', ')
  console.log(
    `${rows.length} tasks for which more than one server is right, asked without a stack, with one, and with one that has a right server:`,
  )
  console.log(`right: ${counts((first, { gold }) => gold.includes(first))}`)
  console.log(`that very server: ${counts((first, { own }) => first === own)}`)
}

function tasksForSeveral(): OwnTask[] {
  const tasks = [...labelledTasks(), ...labelledTasks(join(import.meta.dirname, 'outsiders'))]
  return tasks.filter((task) => task.expected_approach === 'mcp_server' && task.gold.length > 1)
}

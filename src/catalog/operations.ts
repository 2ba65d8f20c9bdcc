import { operation, stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { placeholder } from '../input/placeholders.ts'
import { catalogAdminOperations } from './admin/operations.ts'
import { compareSkills } from './compare.ts'
import { listModels } from './model-operations.ts'
import { requirePlace } from './refusals.ts'
import { skillOf } from './rules.ts'
import {
  compareInput,
  compareOutput,
  fewestCompared,
  mostCompared,
  searchInput,
  searchOutput,
  skillInput,
  skillOutput,
  taxonomyInput,
  taxonomyOutput,
} from './schema.ts'

const whenUsed =
  'Reach it as its packages, remotes or repo_url say. Once you have used it, report the outcome you saw, with the decision_id if an answer named it.'

const unfiltered =
  'Nothing was searched for: this is a part of the whole catalog. Send as q what you want, in plain words or by product name.'

const searchSkills = operation({
  name: 'search_skills',
  group: 'catalog',
  http: 'GET /api/skills',
  tool: 'service_search',
  summary: 'Search or list the catalog of tool servers',
  tool_description:
    'Find MCP tool servers by what they do or by product name; q is matched by meaning over names, aliases, capabilities and tools; offset gives the next ones. An entry says where to get the server: packages, remotes, repo_url. Use service_route instead when you want one recommendation for a task.',
  effect: 'read',
  input: searchInput,
  output: searchOutput,
  rest: ({ skills, total }) => ({ body: skills, headers: { 'x-total-count': String(total) } }),
  rest_output: searchOutput.shape.skills,
  rest_headers: { 'X-Total-Count': 'How many tool servers match, on all pages together' },
  example: { q: 'read and answer e-mail', workflow: 'communication-email', limit: 5 },
  next: ({ q, vertical, workflow, offset }, { skills, total }) => {
    const [first, ...others] = skills.slice(0, 3).map((skill) => skill.slug)
    if (first === undefined) return stepTo('service_route', { task: q || placeholder('task') }, 'Let the router choose for your task.')
    if (!q && vertical === undefined && workflow === undefined) return stepTo('service_search', { q: placeholder('q') }, unfiltered)
    if (others.length === 0 || first === q)
      return stepTo('service_report', { skill_slug: first, outcome: placeholder('outcome') }, whenUsed)
    const shown = offset + skills.length
    const rest = shown < total ? ` There are ${total - shown} more: search again with offset ${shown}.` : ''
    return stepTo(
      'service_compare',
      { slugs: [first, ...others] },
      `See which of the ${q ? 'best matches' : 'first of these'} to choose.${rest}`,
    )
  },
  async run({ catalog }, { q, limit, offset, ...filters }) {
    requirePlace(catalog.taxonomy, { kind: 'vertical', given: filters.vertical })
    requirePlace(catalog.taxonomy, { kind: 'workflow', given: filters.workflow })
    const found = q ? catalog.search(q, filters) : catalog.list(filters)
    return { skills: found.slice(offset, offset + limit).map(({ entry, scores }) => skillOf(entry, scores)), total: found.length }
  },
})

const getSkill = operation({
  name: 'get_skill',
  group: 'catalog',
  http: 'GET /api/skills/{slug}',
  summary: 'One tool server of the catalog with its scores',
  effect: 'read',
  input: skillInput,
  output: skillOutput,
  example: { slug: 'github-mcp-server' },
  async run({ catalog }, input) {
    const { entry, scores } = catalog.require(input.slug)
    return skillOf(entry, scores)
  },
})

const compareSkillsOperation = operation({
  name: 'compare_skills',
  group: 'catalog',
  http: 'GET /api/skills/compare',
  tool: 'service_compare',
  summary: 'Compare two to four tool servers, ranked per dimension with a winner and why',
  tool_description:
    'Compare 2 to 4 tool servers you are choosing between: ranked on output quality, reliability, efficiency, cost, trust and overall value, with the winner of each and the reason. Get slugs from service_search or service_route.',
  effect: 'read',
  input: compareInput,
  output: compareOutput,
  example: { slugs: ['exa-mcp-server', 'brave-search-mcp'] },
  next: () => stepTo('service_route', { task: placeholder('task') }, 'Let the router choose for your task.'),
  async run({ catalog }, input) {
    const slugs = [...new Set(input.slugs)]
    if (slugs.length < fewestCompared || slugs.length > mostCompared) {
      const message = `Name ${fewestCompared} to ${mostCompared} different slugs, for example slugs=exa-mcp-server,brave-search-mcp.`
      throw new ServiceError('invalid_input', message, {
        details: [{ path: 'slugs', message: `must hold ${fewestCompared} to ${mostCompared} different slugs` }],
      })
    }
    const ranked = slugs.map(catalog.require).sort((a, b) => b.scores.value_score - a.scores.value_score)
    return { ...compareSkills(ranked), skills: ranked.map(({ entry, scores }) => skillOf(entry, scores)) }
  },
})

const taxonomy = operation({
  name: 'taxonomy',
  group: 'catalog',
  http: 'GET /api/taxonomy',
  summary: 'The verticals, workflows and capabilities that organise the catalog',
  effect: 'read',
  input: taxonomyInput,
  output: taxonomyOutput,
  example: {},
  async run({ catalog }) {
    const counts = (field: 'verticals' | 'workflows' | 'capabilities') => {
      const found = new Map<string, number>()
      for (const entry of catalog.all()) for (const one of entry[field]) found.set(one, (found.get(one) ?? 0) + 1)
      return (one: string) => found.get(one) ?? 0
    }
    const [vertical, workflow, capability] = [counts('verticals'), counts('workflows'), counts('capabilities')]
    return {
      verticals: catalog.taxonomy.verticals.map((one) => ({ slug: one, skills: vertical(one) })),
      workflows: catalog.taxonomy.workflows.map((one) => ({ slug: one, skills: workflow(one) })),
      capabilities: Object.entries(catalog.taxonomy.capabilities).map(([one, description]) => ({
        slug: one,
        description,
        skills: capability(one),
      })),
    }
  },
})

export const catalogOperations = [searchSkills, compareSkillsOperation, getSkill, listModels, taxonomy, ...catalogAdminOperations]

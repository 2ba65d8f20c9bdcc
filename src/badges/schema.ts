import * as z from 'zod'

const name = z.string().min(1).max(256)

export const toolInput = z.object({ slug: name.describe('Slug of a tool server; a trailing .svg is ignored') })
export const agentInput = z.object({ agent_name: name.describe('Name the agent is registered under') })
export const medalInput = z.object({ slug: name.describe('Slug of a challenge'), agent_name: name })

export const badgeOutput = z.object({ svg: z.string(), etag: z.string() })
export type Badge = z.output<typeof badgeOutput>

export const snippetOutput = z.object({ slug: z.string(), image_url: z.string(), markdown: z.string(), html: z.string() })

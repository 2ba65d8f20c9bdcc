import * as z from 'zod'
import { operation, stepTo } from '../calls/operation.ts'
import { emptyAsAbsent, slug } from '../input/fields.ts'
import { placeholder } from '../input/placeholders.ts'
import { outputFormats, verifyOutput } from './verify-output.ts'

const check = z.object({
  check: z.string(),
  passed: z.boolean(),
  points: z.number(),
  out_of: z.number(),
  explanation: z.string(),
})

export const verifyModel = operation({
  name: 'verify_model_output',
  group: 'telemetry',
  http: 'POST /api/verify/model',
  tool: 'service_verify_model',
  summary: 'Check a model output: not empty, refused or cut off, well formed and coherent; nothing is stored',
  tool_description:
    'Check an output before you rely on it or rate it. Gives a score from 0 to 10 with each check explained. Deterministic; nothing is stored, and it changes nobody’s trust or weight.',
  effect: 'read',
  input: z.object({
    output: z.string().max(100_000).describe('The output, or the part of it to check'),
    task: z.string().max(20_000).optional().describe('What was asked, to check that the output answers it'),
    expected_format: emptyAsAbsent(z.enum(outputFormats).optional()).describe('The form it should have; guessed when absent'),
    model_slug: emptyAsAbsent(slug.optional()).describe('The model that wrote it'),
  }),
  output: z.object({
    score: z.number().min(0).max(10).describe('All points together, or less where a failed check sets a limit: a refusal scores 2 at most'),
    verdict: z.enum(['good', 'doubtful', 'bad']),
    detected_format: z.enum(outputFormats),
    model_slug: z.string().optional(),
    checks: z.array(check),
  }),
  example: { output: '{"total": 3}', task: 'Count the open issues and answer as JSON with a total', expected_format: 'json' },
  next: () => stepTo('service_model_route', { task: placeholder('task') }, 'Ask which model fits your task.'),
  async run(_, { model_slug, ...given }) {
    return { ...verifyOutput(given), ...(model_slug === undefined ? {} : { model_slug }) }
  },
})

import { longestKey } from '../calls/idempotency.ts'
import { optOutGroups } from '../calls/invoke.ts'
import { longestDetails } from '../calls/operation.ts'
import { type ErrorCode, statusByCode } from '../errors.ts'
import { mostBodyBytes } from './http/errors.ts'

const bodyLimit = `${mostBodyBytes / 1024} KiB`

/** What holds for every operation, so that the reference, its page and the OpenAPI description say it in the same words. */
export const commonRules: readonly string[] = [
  `Every error has the body \`{ error, code, details?, did_you_mean?, docs? }\`: \`error\` says what to do. \`details\` names
every field that is wrong; beyond ${longestDetails / 1024} KiB of them the last one says how many more there are.`,
  `Bodies are JSON of at most ${bodyLimit}. An unknown field is ignored; \`ignored_fields\` in the answer names it, with the field that
was probably meant. Adjusted numbers are listed in \`warnings\`. Where an answer has no room for these, they are in the headers
\`X-Waymark-Ignored-Fields\` and \`X-Waymark-Warnings\`. An empty query value counts as left out, and so does an empty text where a slug
or one of several words is optional, and a null, except in a number: a null is no number, and is what JSON makes of NaN.`,
  `Every POST accepts the header \`Idempotency-Key\` (1 to ${longestKey} characters): for 24 hours the same key with the same body gets
the same answer, and with another body 409. A key belongs to one operation, and to the \`agent_identity_id\` of the request or, without
one, to its network. A call that was refused leaves its key free.`,
  `With \`X-Waymark-Telemetry: off\`, calls in the groups ${[...optOutGroups].join(' and ')} are answered, but nothing about them is stored.`,
  'No key is needed, except where an operation asks for a bearer: `Authorization: Bearer <agent_identity_id>`, or the operator’s secret.',
  `Every answer has an \`X-Request-Id\`, by which the operator finds a failure in the log. Where requests are limited, \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) say how much of a minute’s requests is left: to the network or
to the agent, whichever has less.`,
]

const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'something is missing, of another type or not one of the allowed values',
  malformed_json: 'the body is not JSON',
  unauthorized: 'a bearer is needed',
  forbidden: 'the bearer is another’s, or the Host or Origin is not served',
  not_found: 'there is no such path, id or slug; `did_you_mean` names what is near',
  method_not_allowed: 'the header `Allow` names the methods',
  conflict: 'it cannot be done as things stand, for example when a mission is full or a key was used with another body',
  too_large: `the body has more than ${bodyLimit}`,
  unsupported_media_type: 'the body is not sent as `application/json`',
  rate_limited: 'too many requests; try again after `Retry-After` seconds',
  internal_error: 'a bug of the service; give its operator the `X-Request-Id`',
  unavailable: 'the store is away, or there is too much to do; try again after `Retry-After` seconds',
}

export const errorCodes = Object.entries(statusByCode).map(([code, status]) => ({
  code,
  status,
  meaning: errorMeanings[code as ErrorCode],
}))

export function commonRulesMarkdown(): string {
  const rows = errorCodes.map(({ code, status, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`)
  return `${commonRules.join('\n\n')}\n\n| status | code | when |\n|---|---|---|\n${rows.join('\n')}\n`
}

import { z } from 'zod'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import { isOneLine } from '#lib/hap/text.ts'
import { MAX_WAIT_SECONDS } from '#lib/http/answer-deadline.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { REQUEST_KEYS } from '#lib/operators/subscription/claim-orders.ts'
import { CLAIM_STATUSES, type ClaimStatus, ON_EXHAUSTED, type WaitTerms } from '#lib/store/claims/claim-record.ts'
import type { ClaimFilter } from '#lib/store/claims/ledger.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `must have at most ${most} characters` })
    .refine(isOneLine, { error: 'must be one line of text' })
const name = (most: number) => text(most).min(1, { error: 'must not be empty' })

/** Names and runtime ids of shoots. */
const Cluster = name(253).regex(/^[A-Za-z0-9][-A-Za-z0-9.]*$/, {
  error: 'must be the name or the runtime id of a cluster',
})

export const ClaimBody = z.strictObject({
  plan: name(100),
  provider: name(63).optional(),
  platformRegion: text(63).default(''),
  hyperscalerRegion: text(63).default(''),
  globalAccount: name(63),
  cluster: Cluster.nullish(),
  onExhausted: z.enum(ON_EXHAUSTED).default('wait'),
  deadline: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-12-01T12:00:00Z' })
    .transform(text => Date.parse(text))
    .nullish(),
})

/** How far ahead the deadline of a claim may be. */
const MAX_WAIT_DAYS = 30
const DAY_MS = 86_400_000

/** A claim, parsed. */
interface ClaimInput {
  readonly request: Request
  readonly cluster: string | null
  readonly terms: WaitTerms
}

export const ClaimChangeBody = z.strictObject({ cluster: Cluster })

/**
 * Prefixes of keys that the console uses for its own claims. A client with such a key would lose
 * its claim when the console releases its own.
 */
const RESERVED_KEYS = ['adopted:', REQUEST_KEYS]

const IdempotencyKey = z
  .string({ error: 'is required: requests with the same key get the same account' })
  .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must have 1 to 200 printable characters without blanks' })
  .refine(key => !RESERVED_KEYS.some(prefix => key.startsWith(prefix)), {
    error: `must not begin with ${RESERVED_KEYS.map(prefix => `"${prefix}"`).join(' or ')}: such keys are reserved for the console`,
  })

/**
 * Parses the body of a new claim. The provider is optional for a plan with a single one. Throws
 * ZodError or RefusedRequestError.
 */
export function parseClaim(body: unknown, plans: Plans, now: number): ClaimInput {
  const { cluster = null, provider, onExhausted, deadline = null, ...rest } = parseInput(ClaimBody, body)
  if (deadline !== null && onExhausted === 'fail')
    throw new RefusedRequestError(400, 'deadline: a claim with onExhausted "fail" does not wait; omit one of the two')
  // A past deadline is valid, because the request may be a repeated one.
  if (deadline !== null && deadline > now + MAX_WAIT_DAYS * DAY_MS)
    throw new RefusedRequestError(400, `deadline: must be at most ${MAX_WAIT_DAYS} days ahead`)
  const offered = plans.byName.get(rest.plan)?.providers ?? []
  const [only] = offered
  if (provider === undefined && offered.length > 1) {
    const all = new Intl.ListFormat('en', { type: 'conjunction' }).format(offered)
    throw new RefusedRequestError(400, `provider: plan ${rest.plan} runs on ${all}; specify one`)
  }
  return { request: { ...rest, provider: provider ?? only ?? '' }, cluster, terms: { onExhausted, deadline } }
}

/** Parses the body of a change: the cluster of the claim. Throws ZodError. */
export function parseClaimChange(body: unknown): { cluster: string } {
  return parseInput(ClaimChangeBody, body)
}

/** Parses the Idempotency-Key header. Throws ZodError. */
export function parseKey(headers: Headers): string {
  return z
    .object({ 'Idempotency-Key': IdempotencyKey })
    .parse({ 'Idempotency-Key': headers.get('idempotency-key') ?? undefined })['Idempotency-Key']
}

const FollowTime = z
  .string()
  .regex(/^\d{1,2}s$/, { error: 'must be a number of seconds such as 30s' })
  .transform(text => Number.parseInt(text, 10))
  .refine(seconds => seconds <= MAX_WAIT_SECONDS, { error: `must be at most ${MAX_WAIT_SECONDS}s` })
  .transform(seconds => seconds * 1_000)

export const FollowQuery = z.object({ wait: FollowTime.optional() })

export const ClaimsQuery = z.object({
  key: text(200).optional(),
  tenant: text(63).optional(),
  pool: text(100).optional(),
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(CLAIM_STATUSES, { error: `must be one of ${CLAIM_STATUSES.join(', ')}` })))
    .optional(),
  ...LIST_PART,
})

/** Builds the filter of the claims list from its query parameters. */
export function buildClaimFilter({
  key,
  tenant,
  pool,
  status,
  offset,
  limit,
}: z.output<typeof ClaimsQuery>): ClaimFilter {
  const statuses: readonly ClaimStatus[] | undefined = status
  return {
    ...(key === undefined ? {} : { key }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(pool === undefined ? {} : { poolKey: pool }),
    ...(statuses === undefined ? {} : { statuses }),
    offset,
    limit,
  }
}

import type { ClaimGrounds } from '#lib/store/claims/claim-grounds.ts'
import type { ClaimCause, ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimAnswer } from './claim-service.ts'

/** A claim as the API shows it. */
export function claimView({ claim, position }: ClaimAnswer) {
  return { ...recordView(claim), position }
}

/** The same with by what it was decided: rules revision, settings version, selector and reasoning. */
export function explainedClaim(answer: ClaimAnswer, why: ClaimGrounds | null) {
  return { ...claimView(answer), why }
}

export type ExplainedClaim = ReturnType<typeof explainedClaim>

export function recordView(claim: ClaimRecord) {
  const { id, status, outcome, request, cluster, adopted, poolKey, binding, account, message, cause, onExhausted } =
    claim
  return {
    id,
    status,
    outcome,
    request,
    cluster,
    adopted,
    pool: poolKey,
    binding,
    account,
    message,
    cause,
    onExhausted,
    deadline: moment(claim.deadline),
    createdAt: moment(claim.createdAt),
    reservedAt: moment(claim.reservedAt),
    releasedAt: moment(claim.releasedAt),
  }
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Type and title of the refusal of a claim, by its cause. */
const PROBLEMS: Readonly<Partial<Record<ClaimCause, Problem>> & Record<'other', Problem>> = {
  exhausted: { type: 'urn:hap-console:pool-exhausted', title: 'Pool exhausted' },
  'unknown-pool': { type: 'urn:hap-console:unknown-pool', title: 'Unknown pool' },
  other: { type: 'about:blank', title: 'Refused' },
}

interface Problem {
  readonly type: string
  readonly title: string
}

/** The response to a claim: 201 reserved, 202 in the queue, 422 refused, 200 when it is over. */
export function claimResponse(answer: ClaimAnswer): Response {
  const { status, id, message } = answer.claim
  const headers = { 'cache-control': 'no-store', location: `/api/v1/claims/${id}` }
  if (status === 'refused') {
    const { type, title } = PROBLEMS[answer.claim.cause ?? 'other'] ?? PROBLEMS.other
    const body = { type, title, status: 422, detail: message, claim: claimView(answer) }
    return Response.json(body, { status: 422, headers: { ...headers, 'content-type': 'application/problem+json' } })
  }
  const code = status === 'reserved' || status === 'active' ? 201 : status === 'waiting' ? 202 : 200
  return Response.json(claimView(answer), { status: code, headers })
}

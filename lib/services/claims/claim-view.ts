import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import {
  getQueue,
  listQueueLengths,
  type Queue,
  readWaitingQueues,
  type WaitingQueue,
} from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { ClaimGrounds } from '#lib/store/claims/claim-grounds.ts'
import type { ClaimCause, ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ClaimAnswer } from './claim-service.ts'
import { waitReason } from './wait-reason.ts'

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

interface QueueServices {
  readonly store: { readonly db: Db }
  context(): QueryContext
}

/** Returns a queue with the reason why each of its claims waits. Throws StoreError. */
export function getClaimQueue({ store, context }: QueueServices, of: Parameters<typeof getQueue>[1]): Promise<Queue> {
  const { inventory, rules, at } = context()
  return getQueue(store.db, of, (message, position, pool) =>
    waitReason(message, position, pool, inventory, rules.plans, at),
  )
}

/** Returns the claims that wait for an account, by pool. Throws StoreError. */
export async function listWaitingQueues(
  services: QueueServices & { readonly operators: OperatorObjects | null },
): Promise<{ readonly queues: readonly WaitingQueue[] }> {
  const queues = await readWaitingQueues(services.operators, {
    lengths: () => listQueueLengths(services.store.db),
    queueOf: of => getClaimQueue(services, of),
  })
  return { queues }
}

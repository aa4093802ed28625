import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { NotAuthorisedError, type User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { type ClaimChange, whyOnlyOperator } from '#lib/operators/subscription/claim-orders.ts'
import { BindingRef, KindName, StateName } from '#lib/queries/lists/row-schemas.ts'
import { runtime } from '#lib/runtime.ts'
import { actorOf } from '#lib/services/audit/actor.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import type { ClaimCaller } from '#lib/services/claims/claim-audit.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import {
  claimResponse,
  claimView,
  type ExplainedClaim as ExplainedClaimType,
  explainedClaim,
  recordView,
} from '#lib/services/claims/claim-view.ts'
import { cancelForUser } from '#lib/services/claims/release-claim.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import { CLAIM_CAUSES, ON_EXHAUSTED } from '#lib/store/claims/claim-record.ts'
import {
  buildClaimFilter,
  ClaimBody,
  ClaimChangeBody,
  ClaimsQuery,
  FollowQuery,
  parseClaim,
  parseClaimChange,
  parseKey,
} from './claim-input.ts'
import { answer, type Resource, read, type WriteAttempt, write } from './operation.ts'
import { reply } from './reply.ts'
import { LIVE_CONNECTIONS, signInOf } from './sender.ts'
import { AccountRequest, SomeStateCounts } from './shared-schemas.ts'

const KeptGrounds = z.object({
  rulesRevision: z.string(),
  ruleTexts: z.array(z.string()).nullable(),
  settingsVersion: z.number().nullable(),
  semantics: z.string().nullable(),
  selector: z.string().nullable(),
  reasoning: z
    .object({
      outcome: z.string(),
      message: z.string(),
      rule: z.object({ line: z.number(), text: z.string() }).nullable(),
      limit: z.object({ value: z.number(), source: z.string(), setting: z.string().nullable() }).nullable(),
      onAllowlist: z.boolean(),
      steps: z.array(
        z.object({
          purpose: z.enum(['claim', 'reuse', 'shared']),
          selector: z.string(),
          reached: z.boolean(),
          reasons: z.record(z.string(), z.number()),
          others: SomeStateCounts,
          candidates: z.array(
            z.object({
              kind: KindName,
              name: z.string(),
              state: StateName,
              database: z.number(),
              reserved: z.number(),
              onlyInGardener: z.number(),
              reason: z.string(),
              words: z.string(),
            }),
          ),
        }),
      ),
      rules: z
        .object({
          rules: z.array(
            z.object({
              line: z.number(),
              text: z.string(),
              platformRegion: z.object({ wanted: z.string().nullable(), ok: z.boolean() }),
              hyperscalerRegion: z.object({ wanted: z.string().nullable(), ok: z.boolean() }),
              specificity: z.number(),
              verdict: z.enum(['chosen', 'less-specific', 'no-match']),
              words: z.string(),
            }),
          ),
          matching: z.number(),
          moreRules: z.number(),
        })
        .optional(),
      passedOver: z
        .array(
          z.object({
            account: z.string(),
            why: z.enum(['full', 'fenced', 'being-taken', 'foreign', 'split', 'in-use', 'unwritable']),
            message: z.exactOptional(z.string()),
          }),
        )
        .optional(),
      morePassedOver: z.number().optional(),
    })
    .nullable(),
})

const CLAIM_FIELDS = {
  id: z.string(),
  status: z.enum(['refused', 'failed', 'pending', 'waiting', 'intent', 'reserved', 'active', 'releasing', 'released']),
  outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
  request: AccountRequest,
  cluster: z.string().nullable(),
  adopted: z.boolean(),
  pool: z.string().nullable(),
  binding: BindingRef.nullable(),
  account: z.string().nullable(),
  message: z.string().nullable(),
  cause: z.enum(CLAIM_CAUSES).nullable(),
  onExhausted: z.enum(ON_EXHAUSTED),
  deadline: z.string().nullable(),
  createdAt: z.string().nullable(),
  reservedAt: z.string().nullable(),
  releasedAt: z.string().nullable(),
}

const ClaimList = answer<{ claims: ReturnType<typeof recordView>[]; total: number }>()(
  z.object({ claims: z.array(z.object(CLAIM_FIELDS)), total: z.number() }),
)

const Claim = answer<ReturnType<typeof claimView>>()(z.object({ position: z.number().nullable(), ...CLAIM_FIELDS }))

const ExplainedClaim = answer<ExplainedClaimType>()(
  z.object({ why: KeptGrounds.nullable(), position: z.number().nullable(), ...CLAIM_FIELDS }),
)

/** Claims of accounts. */
export const CLAIMS = {
  schemas: { ClaimList, Claim, ExplainedClaim },
  routes: [
    read('/claims', {
      summary: 'List claims, newest first',
      query: ClaimsQuery,
      answers: { 200: ClaimList },
      run: async ({ query }) => {
        const { claims, total } = await runtime().claims.list(buildClaimFilter(query))
        return { claims: claims.map(recordView), total }
      },
    }),
    write('POST', '/claims', {
      summary: 'Claim an account for a cluster',
      role: 'operator',
      body: ClaimBody,
      idempotent: true,
      answers: { 200: Claim, 201: Claim, 202: Claim },
      action: 'claim',
      authorise: authoriseClaims('claim'),
      run: async ({ user, requestId, request, body }) => {
        const key = parseKey(request.headers)
        const asked = parseClaim(body, runtime().rules.active.plans, runtime().store.now())
        return claimResponse(await runtime().claims.claim({ ...asked, ...callerOf(user, requestId) }, key))
      },
    }),
    read('/claims/:id', {
      summary: 'Get a claim with the reasoning of its decision; with "wait", once its status changes',
      query: FollowQuery,
      answers: { 200: ExplainedClaim },
      run: async ({ params: { id }, query: { wait = 0 }, user, request }) => {
        const { claims, store } = runtime()
        const claim = await (wait === 0 ? claims.get(id) : followClaim(id, wait, user, request))
        return explainedClaim(claim, await readGrounds(store.db, id))
      },
    }),
    write('PATCH', '/claims/:id', {
      summary: 'Set the cluster of a claim',
      role: 'operator',
      body: ClaimChangeBody,
      answers: { 200: Claim },
      action: 'set-cluster',
      target: ({ id }) => claimTarget(id),
      authorise: authoriseClaims('set-cluster'),
      run: async ({ user, requestId, params, body }) => {
        const { cluster } = parseClaimChange(body)
        return claimView(await runtime().claims.setCluster(params.id, cluster, callerOf(user, requestId)))
      },
    }),
    // The service checks the role and records the attempt.
    write('POST', '/claims/:id/cancel', {
      summary: 'Cancel a claim that waits in the queue',
      role: 'operator',
      body: ReasonInput,
      answers: { 200: Claim },
      action: 'cancel-claim',
      target: ({ id }) => claimTarget(id),
      run: async ({ user, requestId, params: { id }, body }) => {
        const { audit, claims, operators } = runtime()
        const whyOnly = (key: string) => whyOnlyOperator(operators, key, 'cancel-claim')
        return claimView(
          await cancelForUser({ audit, claims, whyOnlyOperator: whyOnly }, { user, requestId, id, input: body }),
        )
      },
    }),
    write('DELETE', '/claims/:id', {
      summary: 'Release the account of a claim',
      role: 'operator',
      answers: { 200: Claim, 202: Claim },
      action: 'release',
      target: ({ id }) => claimTarget(id),
      authorise: authoriseClaims('release'),
      run: async ({ user, requestId, params }) => {
        const answer = await runtime().claims.release(params.id, callerOf(user, requestId))
        // 202: the account is handled once the cluster is deleted.
        return reply(claimView(answer), { status: answer.claim.status === 'releasing' ? 202 : 200 })
      },
    }),
  ],
} satisfies Resource

/** Follows a claim within the limit of live connections of the user. Throws RefusedRequestError 429 beyond it. */
async function followClaim(id: string, ms: number, user: User, { method, signal }: Request): Promise<ClaimAnswer> {
  const { claims } = runtime()
  if (method === 'HEAD') return claims.get(id)
  const leave = LIVE_CONNECTIONS.take(user.id)
  if (leave === null) throw new RefusedRequestError(429, 'Too many live connections for your user. End some of them.')
  try {
    return await claims.follow(id, ms, signal)
  } finally {
    leave()
  }
}

function callerOf(user: User, requestId: string): ClaimCaller {
  return { actor: actorOf(user), requestId }
}

/**
 * Authorises and records a change of claims. Refuses a missing role, a release without a recent
 * sign-in, because its account may be emptied, and changes to claims of an operator. The function
 * it returns throws NotAuthorisedError, RefusedError, ClaimError 404, AuditError or StoreError.
 */
function authoriseClaims(action: 'claim' | Exclude<ClaimChange, 'cancel-claim'>) {
  return async ({ user, params: { id }, requestId }: WriteAttempt<{ readonly id?: string }>): Promise<void> => {
    const draft = attemptDraft(action, { user, requestId }, id === undefined ? [] : [claimTarget(id)])
    const refusal = userRefusal(user, NEEDED_ROLES.claim)
    if (refusal !== null) {
      await runtime().audit.refused(draft, refusal)
      throw new NotAuthorisedError('role', NEEDED_ROLES.claim, refusal)
    }
    const refuse = async (status: 403 | 409, why: string): Promise<never> => {
      await runtime().audit.refused(draft, why)
      throw new RefusedError(status, why)
    }
    const again = action === 'release' ? stepUpRefusal(user, await signInOf(user), runtime().store.now()) : null
    if (again !== null) return refuse(403, again)
    if (id === undefined || action === 'claim') return
    const { claim } = await runtime().claims.get(id)
    const why = whyOnlyOperator(runtime().operators, claim.key, action)
    if (why !== null) return refuse(409, why)
  }
}

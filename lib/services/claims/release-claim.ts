import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { removeDerivedDuplicates } from '#lib/hap/audit/binding-write.ts'
import { claimTarget } from '#lib/hap/audit/target.ts'
import { actorOf } from '#lib/services/audit/actor.ts'
import { attemptDraft, recorded } from '#lib/services/audit/audited.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import { type ClaimRecord, isGivenBack } from '#lib/store/claims/claim-record.ts'
import { HAD_NO_ACCOUNT } from '#lib/store/claims/ledger.ts'
import { type ClaimCaller, RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, RETRY_AFTER, unknownClaim } from './claim-errors.ts'
import { bindingOfClaim } from './claim-garden.ts'
import { isCluster } from './claim-shoots.ts'
import { type Deadline, isTransient } from './deadline.ts'
import { type Retired, type Retirement, retireAccount } from './retire-account.ts'

/**
 * Releases a claim. A waiting one is over at once; the account of another one is retired now or by
 * the sweep.
 */
export async function releaseClaim(
  context: ClaimContext,
  id: string,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const before = await context.ledger.get(id)
  if (before === null) throw unknownClaim(id)
  if (isGivenBack(before)) return before
  const audit = await context.audit.recordIntent('release', before, caller)
  const given = await context.ledger.beginRelease(id, context.holder, audit)
  if (given?.status === 'released') context.audit.recordOutcome(given, caller.actor, 'accepted', given.message)
  if (given?.status === 'releasing') {
    await context.reached('after-give-back')
    await finishRelease(context, given, { actor: caller.actor, isResumed: false }, deadline).catch((error: unknown) => {
      // The release holds; the sweep continues with its account.
      if (!isTransient(error)) throw error
    })
  }
  if (given === null) {
    // Another process may have released it just now; if that cannot be read, the outcome is
    // refused.
    const now = await context.ledger.get(id).catch(() => null)
    const [outcome, words] = now && isGivenBack(now) ? (['accepted', BEFORE] as const) : (['refused', NOT_NOW] as const)
    context.audit.recordOutcome({ ...before, auditSeq: audit }, caller.actor, outcome, words)
  }
  const claim = await context.ledger.get(id)
  if (!claim) throw unknownClaim(id)
  if (given !== null && claim.status === 'releasing')
    context.audit.recordOutcome(claim, caller.actor, 'accepted', [LATER, claim.message].filter(Boolean).join(' '))
  if (isGivenBack(claim)) return claim
  if (claim.status === 'refused') throw new ClaimError(409, 'The claim was refused; there is nothing to release.')
  throw new ClaimError(503, 'The claim is being processed. Try again in a few seconds.', 5)
}

interface Finisher {
  readonly actor: Actor
  /** Whether an earlier run had started. */
  readonly isResumed: boolean
}

/**
 * Continues a `releasing` claim that this process holds. It stays `releasing` while its account
 * cannot be retired yet.
 */
export async function finishRelease(
  context: ClaimContext,
  claim: ClaimRecord,
  { actor, isResumed }: Finisher,
  deadline: Deadline,
): Promise<void> {
  const { ledger } = context
  const lease = { id: claim.id, token: claim.token }
  const wrote = new RecordedWrites()
  const releaseLease = async (message?: string) => {
    // The next run of the sweep retries it.
    const landed = wrote.all.filter(({ found }) => !found)
    if (landed.length > 0) context.audit.recordOutcome(claim, actor, 'accepted', LATER, landed)
    await ledger.releaseLease(lease, message)
  }
  try {
    const pause = mayChangeAccount(claim) ? context.pause() : null
    if (pause !== null) return await releaseLease(pause)
    const begunBefore = isResumed ? claim.releasedAt : null
    let refusal: string | undefined
    const refused = (message: string) => {
      refusal = `Its account is not marked dirty yet. ${message}`
    }
    const outcome = await retireClaimAccount(context, claim, { begunBefore, wrote, refused }, deadline)
    if (outcome === 'missing') return await releaseLease(MISSING)
    if (outcome === 'not-served') return await releaseLease(NOT_SERVED)
    if (outcome === 'busy' || outcome === 'retry') return await releaseLease(refusal)
    if (await ledger.finishRelease(lease, OUTCOME_MESSAGES[outcome]))
      context.audit.recordOutcome(
        { ...claim, status: 'released' },
        actor,
        'accepted',
        OUTCOME_MESSAGES[outcome],
        removeDerivedDuplicates(wrote.all),
      )
    await context.reached('after-release')
  } catch (error) {
    await releaseLease()
    throw error
  }
}

/** Whether the end of a claim may change its account. */
function mayChangeAccount({ binding, account, outcome }: ClaimRecord): boolean {
  return binding !== null && account !== null && outcome !== 'shared'
}

const BEFORE = 'The claim had already been released.'
const NOT_NOW = 'The claim cannot be released now.'
const MISSING =
  'Its binding does not exist at the moment. If it does not return within an hour, the claim will end, and its account will not be returned to the pool.'
const NOT_SERVED =
  'Gardener no longer serves the kind of its binding. The account will be returned once a CredentialsBinding of it has the labels of its owner.'
const LATER = 'The claim is being released. Its account will be processed later.'

async function retireClaimAccount(
  context: ClaimContext,
  claim: ClaimRecord,
  noting: Pick<Retirement, 'begunBefore' | 'wrote' | 'refused'>,
  deadline: Deadline,
): Promise<Retired | 'as-found'> {
  const { inventory, twoPersons } = context
  const { binding, account, tenant, epoch, outcome, hadCluster, releaseIsOld: timedOut } = claim
  if (binding === null || account === null) return 'nothing-assigned'
  if (outcome === 'shared') return 'skip-shared'
  const cluster = claim.cluster ?? ''
  // While the watch shows the cluster's own shoot, Gardener need not be asked.
  if (inventory.shootsOfAccount(account).some(shoot => isCluster(shoot, cluster))) return 'retry'
  // Otherwise a user who may claim could have any account without clusters deleted.
  if (twoPersons && outcome === 'reuse' && !hadCluster) return 'as-found'
  const ownBinding: Retirement['ownBinding'] = now => bindingOfClaim(claim, now)
  return retireAccount(context, { account, binding, ownBinding, tenant, epoch, cluster, timedOut, ...noting }, deadline)
}

/** The message of a claim whose account was marked dirty. */
export const MARKED_DIRTY = 'The account was marked dirty.'

/** Outcomes after which the claim stays `releasing`. */
type Unfinished = Extract<Retired, 'busy' | 'retry' | 'missing' | 'not-served'>

const OUTCOME_MESSAGES: Readonly<Record<Exclude<Retired, Unfinished> | 'as-found', string>> = {
  'nothing-assigned': HAD_NO_ACCOUNT,
  'skip-shared': 'The account is shared and stays as it is.',
  'skip-internal': 'The account is internal and stays as it is.',
  'as-found':
    'No cluster of the claim was seen, and the account was claimed before. It stays claimed, because marking it dirty needs the approval of a second person.',
  'skip-dirty': 'The account was already dirty.',
  'still-used': 'Other clusters use the account.',
  'marked-dirty': MARKED_DIRTY,
  'not-its-own': 'Its binding no longer belongs to its global account, so it stays as it is.',
  sibling: 'Another binding of the account has another use, so the account stays as it is.',
  'others-marked':
    'Its binding no longer exists or refers to another account. The other bindings of the account were marked dirty.',
  failed: 'Its binding no longer exists, so its account was not returned to the pool.',
  replaced:
    'Its binding no longer exists, so its account was not returned to the pool: a binding of another account now has this name.',
}

/** Why a claim is cancelled. */
export interface CancelOrder {
  readonly reason: string
  readonly ticket: string | null
}

interface CancelServices<Answer> {
  readonly audit: Pick<AuditLog, 'refused'>
  readonly claims: {
    get(id: string): Promise<{ readonly claim: ClaimRecord }>
    cancel(id: string, caller: ClaimCaller, order: CancelOrder): Promise<Answer>
  }
  /** Why only the operator may cancel the claim with this key, as a sentence; null for other claims. */
  whyOnlyOperator(key: string): string | null
}

interface CancelCall {
  readonly user: User
  readonly requestId: string | null
  readonly id: string
  readonly input: unknown
}

/**
 * Cancels a waiting claim for a user. Records a refused attempt. Throws RefusedError, ClaimError,
 * AuditError, StoreError.
 */
export async function cancelForUser<Answer>(
  { audit, claims, whyOnlyOperator }: CancelServices<Answer>,
  { user, requestId, id, input }: CancelCall,
): Promise<Answer> {
  const draft = attemptDraft('cancel-claim', { user, requestId }, [claimTarget(id)])
  const order = await recorded({ audit }, draft, async () => {
    const refusal = userRefusal(user, NEEDED_ROLES.claim)
    if (refusal !== null) throw new RefusedError(403, refusal)
    const asked = parseInput(ReasonInput, input)
    const why = whyOnlyOperator((await claims.get(id)).claim.key)
    if (why !== null) throw new RefusedError(409, why)
    return asked
  })
  return claims.cancel(id, { actor: actorOf(user), requestId }, order)
}

/**
 * Ends a claim that waits in a queue. Repeating it returns the ended claim. Throws ClaimError 409 for a claim that
 * does not wait any more, 503 for one that is being decided for the first time.
 */
export async function cancelClaim(
  { ledger, audit }: ClaimContext,
  id: string,
  caller: ClaimCaller,
  order: CancelOrder,
): Promise<ClaimRecord> {
  const before = await ledger.get(id)
  if (before === null) throw unknownClaim(id)
  if (endedInQueue(before)) return before
  const intent = await audit.recordIntent('cancel-claim', before, caller, order)
  const message = `Cancelled by ${caller.actor.name}: ${order.reason}`
  const ended = await ledger.endWaiting(id, { cause: 'cancelled', message, audit: intent })
  if (ended !== null) {
    audit.recordOutcome(ended, caller.actor, 'accepted', message)
    return ended
  }
  const now = (await ledger.get(id).catch(() => null)) ?? before
  const recordOutcome = (outcome: 'accepted' | 'refused', detail: string) =>
    audit.recordOutcome({ ...now, auditSeq: intent }, caller.actor, outcome, detail)
  if (endedInQueue(now)) {
    recordOutcome('accepted', 'The claim had already left the queue.')
    return now
  }
  const error = notCancelled(now)
  recordOutcome('refused', error.message)
  throw error
}

/** Whether a claim is over and never got an account. */
function endedInQueue({ status, reservedAt, binding }: ClaimRecord): boolean {
  return status === 'released' && reservedAt === null && binding === null
}

function notCancelled({ status, binding }: ClaimRecord): ClaimError {
  switch (status) {
    case 'reserved':
    case 'active':
      return new ClaimError(409, `The claim got the account of ${binding?.name}. Release it instead.`)
    case 'intent':
      return new ClaimError(409, 'An account is being assigned to the claim. Release it once it is reserved.')
    case 'releasing':
      return new ClaimError(409, 'The claim is being released.')
    case 'released':
      return new ClaimError(409, 'The claim had an account and was released.')
    case 'refused':
      return new ClaimError(409, 'The claim was refused, so it does not wait.')
    case 'failed':
      return new ClaimError(409, 'The claim failed, so it does not wait. Its client may start it again.')
    case 'pending':
    case 'waiting':
      return new ClaimError(503, 'The claim is being processed. Try again in a few seconds.', RETRY_AFTER)
  }
}

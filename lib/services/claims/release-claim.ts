import { removeDerivedDuplicates } from '#lib/hap/audit/binding-write.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import { type ClaimRecord, isGivenBack } from '#lib/store/claims/claim-record.ts'
import { HAD_NO_ACCOUNT } from '#lib/store/claims/ledger.ts'
import { type ClaimCaller, RecordedWrites } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, unknownClaim } from './claim-errors.ts'
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
    context.audit.recordOutcome(claim, caller.actor, 'accepted', LATER)
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
    const outcome = await retireClaimAccount(context, claim, { begunBefore, wrote }, deadline)
    if (outcome === 'missing') return await releaseLease(MISSING)
    if (outcome === 'not-served') return await releaseLease(NOT_SERVED)
    if (outcome === 'busy' || outcome === 'retry') return await releaseLease()
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
  noting: Pick<Retirement, 'begunBefore' | 'wrote'>,
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

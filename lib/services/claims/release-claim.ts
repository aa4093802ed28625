import type { Actor } from '#lib/store/audit/entry.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { HAD_NO_ACCOUNT } from '#lib/store/claims/ledger.ts'
import type { ClaimCaller } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError } from './claim-errors.ts'
import { isCluster } from './claim-shoots.ts'
import { type Deadline, isTransient } from './deadline.ts'
import { type Retired, retire } from './retire.ts'

/** Gives a claim back. One that waits is over at once; of one with an account that is dealt with, now or by the sweep. */
export async function releaseClaim(
  context: ClaimContext,
  id: string,
  caller: ClaimCaller,
  deadline: Deadline,
): Promise<ClaimRecord> {
  const before = await context.ledger.get(id)
  if (before === null) throw new ClaimError(404, 'There is no such claim.')
  if (before.status === 'releasing' || before.status === 'released') return before
  const audit = await context.audit.begins('release', before, caller)
  const given = await context.ledger.giveBack(id, context.holder, audit)
  if (given?.status === 'released') context.audit.came(given, caller.actor, 'accepted', given.message)
  if (given === null)
    context.audit.came({ ...before, auditSeq: audit }, caller.actor, 'refused', 'It is not to be given back now.')
  if (given?.status === 'releasing') {
    await context.reached('after-give-back')
    await finishRelease(context, given, caller.actor, deadline).catch((error: unknown) => {
      // It is given back all the same; the sweep goes on with its account.
      if (!isTransient(error)) throw error
    })
  }
  const claim = await context.ledger.get(id)
  if (!claim) throw new ClaimError(404, 'There is no such claim.')
  if (given !== null && claim.status === 'releasing')
    context.audit.came(claim, caller.actor, 'accepted', 'It is given back. Its account is dealt with later.')
  if (claim.status === 'releasing' || claim.status === 'released') return claim
  if (claim.status === 'refused') throw new ClaimError(409, 'The claim was refused; there is nothing to give back.')
  throw new ClaimError(503, 'The claim is being worked on. Ask again in a few seconds.', 5)
}

/** Goes on with a claim that is `releasing` and leased to this process. It stays so while the account cannot be dealt with yet. */
export async function finishRelease(
  context: ClaimContext,
  claim: ClaimRecord,
  actor: Actor,
  deadline: Deadline,
): Promise<void> {
  const { ledger } = context
  const lease = { id: claim.id, token: claim.token }
  try {
    const outcome = await dealWithAccount(context, claim, deadline)
    if (outcome === 'busy' || outcome === 'retry') return await ledger.putDown(lease)
    if (await ledger.release(lease, WORDS[outcome]))
      context.audit.came({ ...claim, status: 'released' }, actor, 'accepted', WORDS[outcome])
    await context.reached('after-release')
  } catch (error) {
    await ledger.putDown(lease)
    throw error
  }
}

async function dealWithAccount(context: ClaimContext, claim: ClaimRecord, deadline: Deadline): Promise<Retired> {
  const { inventory } = context
  const { binding, account, tenant, outcome, releaseIsOld: timedOut } = claim
  if (binding === null || account === null) return 'nothing-assigned'
  if (outcome === 'shared') return 'skip-shared'
  const cluster = claim.cluster ?? ''
  // As long as the watch shows the cluster's own shoot, nobody has to ask Gardener.
  if (inventory.shootsOfAccount(account).some(shoot => isCluster(shoot, cluster))) return 'retry'
  return retire(context, { account, binding, tenant, cluster, timedOut }, deadline)
}

const WORDS: Readonly<Record<Exclude<Retired, 'busy' | 'retry'>, string>> = {
  'nothing-assigned': HAD_NO_ACCOUNT,
  'skip-shared': 'The account is shared and stays as it is.',
  'skip-internal': 'The account is internal and stays as it is.',
  'skip-dirty': 'The account was dirty already.',
  'still-used': 'Other clusters use the account.',
  'marked-dirty': 'The account was marked dirty.',
  'not-its-own': 'Its binding belongs to somebody else by now, so it stays as it is.',
  sibling: 'Another binding of the account is in other use, so it stays as it is.',
  failed: 'Its binding is gone, so there is nothing to mark.',
}

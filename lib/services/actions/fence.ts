import { setTimeout as sleep } from 'node:timers/promises'
import type { PreviousOwner } from '#lib/hap/actions/previous-state.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import type { AccountClaims, AccountFence, ActionContext } from './action-context.ts'

/**
 * Checks of this process that still hold the fence of an account after their action returned, by
 * account.
 */
const CHECKS = onePerProcess('open-checks', () => new Map<string, Promise<unknown>>())

/** Listing the shoots of a very large landscape takes this long. */
const MAX_WAIT_MS = 20_000

/** Registers a check that holds the fence of an account, until it ends. */
export function registerOpenCheck(account: string, check: Promise<unknown>): void {
  const all = Promise.allSettled([CHECKS.get(account), check]).then(() => {
    if (CHECKS.get(account) === all) CHECKS.delete(account)
  })
  CHECKS.set(account, all)
}

/**
 * Acquires the fence of an account. If only the check of an earlier action holds it, waits for that
 * check first.
 */
export async function takeFence(
  claims: Pick<AccountClaims, 'fence'>,
  account: string,
): Promise<Awaited<ReturnType<AccountClaims['fence']>>> {
  const fence = await claims.fence(account)
  const check = CHECKS.get(account)
  if (fence !== 'busy' || check === undefined) return fence
  await Promise.race([check, sleep(MAX_WAIT_MS, undefined, { ref: false })])
  return claims.fence(account)
}

/** Renewals per lease, so that a late one still finds the lease held. */
const RENEWALS = 2.5

/** The fence or slot of an action expired while it waited. */
export class FenceLostError extends Error {
  override readonly name = 'FenceLostError'
}

export interface RenewedFence {
  /** Aborts with a FenceLostError when the lease is lost. */
  readonly lost: AbortSignal
  stop(): void
}

/**
 * Renews a fence or slot until `stop`: an action may wait for its turn to write longer than the
 * lease lasts.
 */
export function renewFence(fence: Pick<AccountFence, 'holds' | 'leaseMs'>): RenewedFence {
  const lost = new AbortController()
  const renew = async () => {
    // While the database does not answer, the lease may still be held; the action checks it before
    // its write.
    if (!(await fence.holds().catch(() => true))) lost.abort(new FenceLostError())
  }
  const timer = setInterval(renew, fence.leaseMs / RENEWALS)
  return { lost: lost.signal, stop: () => clearInterval(timer) }
}

/**
 * Runs several actions on one account under one fence, held until `work` and the last check after a
 * write have ended. If the fence is taken, each action reports that itself.
 */
export async function withSharedFence<Result>(
  context: ActionContext,
  account: string,
  work: (within: ActionContext) => Promise<Result>,
): Promise<Result> {
  const { claims } = context
  const fence = await takeFence(claims, account)
  if (typeof fence === 'string') return work(context)
  const since = context.shoots.moment()
  const renewed = renewFence(fence)
  let users = 1
  // An action in doubt does not leave the fence: its write may still land, and must not meet a
  // claim.
  const leave = async () => {
    if (--users === 0) await fence.leave().catch(() => undefined)
  }
  const shared = async () => {
    users++
    return { ...fence, since, leave }
  }
  const within = {
    ...context,
    claims: {
      open: (asked: string) => claims.open(asked),
      releasedBy: (asked: string) => claims.releasedBy(asked),
      slot: (owner: PreviousOwner) => claims.slot(owner),
      fence: (asked: string) => (asked === account ? shared() : claims.fence(asked)),
    },
  }
  try {
    return await work(within)
  } finally {
    // Each action renews the fence itself.
    renewed.stop()
    await leave()
  }
}

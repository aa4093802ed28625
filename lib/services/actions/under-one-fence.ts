import type { Owner } from '#lib/hap/actions/previous-state.ts'
import type { ActionContext } from './action-context.ts'
import { keepFence } from './keep-fence.ts'
import { takeFence } from './take-fence.ts'

/**
 * Several actions on one account, with nobody else between them, until `work` and the last check of its actions have ended. Where there
 * is no fence to be had, each of them tells why.
 */
export async function underOneFence<Result>(
  context: ActionContext,
  account: string,
  work: (within: ActionContext) => Promise<Result>,
): Promise<Result> {
  const { claims } = context
  const fence = await takeFence(claims, account)
  if (typeof fence === 'string') return work(context)
  const since = context.shoots.moment()
  const kept = keepFence(fence)
  let users = 1
  // An action of unknown outcome does not leave it: what may still land must not meet a claim.
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
      givenBackBy: (asked: string) => claims.givenBackBy(asked),
      slot: (owner: Owner) => claims.slot(owner),
      fence: (asked: string) => (asked === account ? shared() : claims.fence(asked)),
    },
  }
  try {
    return await work(within)
  } finally {
    // Each action renews it for itself.
    kept.stop()
    await leave()
  }
}

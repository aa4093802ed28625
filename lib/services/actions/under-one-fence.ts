import type { Owner } from '#lib/hap/actions/returned-to.ts'
import type { ActionContext } from './action-context.ts'
import { keepFence } from './keep-fence.ts'

/** Several actions on one account, with nobody else between them. Where there is no fence to be had, each of them tells why. */
export async function underOneFence<Result>(
  context: ActionContext,
  account: string,
  work: (within: ActionContext) => Promise<Result>,
): Promise<Result> {
  const { claims } = context
  const fence = await claims.fence(account)
  if (typeof fence === 'string') return work(context)
  const kept = keepFence(fence)
  let taken = 0
  const shared = async () => {
    taken++
    return { ...fence, leave: async () => void taken-- }
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
    kept.stop()
    // An action of unknown outcome has not left it: what may still land must not meet a claim.
    if (taken === 0) await fence.leave().catch(() => undefined)
  }
}

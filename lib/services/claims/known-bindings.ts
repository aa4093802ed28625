import type { ClaimContext } from './claim-context.ts'
import type { Deadline } from './deadline.ts'

/**
 * Waits until every binding and shoot was listed once: on half a list a tenant would not be seen to own an account already. Out:
 * whether the watch can be trusted; if not, the pool has to be listed before anything is decided.
 */
export async function knownBindings({ inventory }: ClaimContext, deadline: Deadline): Promise<boolean> {
  for (;;) {
    const sources = inventory.freshness().filter(({ phase, complete }) => phase !== 'refused' || complete)
    if (sources.every(({ complete }) => complete)) return sources.every(({ phase }) => phase !== 'stale')
    await deadline.pause(50, 200)
  }
}

import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import { type Deadline, OutOfTimeError } from './deadline.ts'

interface WhatIsRead {
  readonly inventory: { freshness(): readonly Pick<SourceFreshness, 'source' | 'phase' | 'complete'>[] }
}

/**
 * Waits until every binding and shoot was listed once: on half a list a tenant would not be seen to own an account already. Out:
 * whether the watch can be trusted; if not, the pool has to be listed before anything is decided. Throws OutOfTimeError, also at
 * once where shoots may not be listed: no limit could be kept, and a free account could carry clusters.
 */
export async function knownBindings({ inventory }: WhatIsRead, deadline: Deadline): Promise<boolean> {
  for (;;) {
    const isBlind = inventory
      .freshness()
      .some(({ source, phase, complete }) => source === 'Shoot' && phase === 'refused' && !complete)
    if (isBlind) throw new OutOfTimeError('Gardener lets this console list no shoots, so clusters cannot be counted.')
    const sources = inventory.freshness().filter(({ phase, complete }) => phase !== 'refused' || complete)
    if (sources.every(({ complete }) => complete)) return sources.every(({ phase }) => phase !== 'stale')
    await deadline.pause(50, 200)
  }
}

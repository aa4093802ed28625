import type { Inventory } from '#lib/garden/inventory/inventory.ts'

/**
 * Whether every shoot, and every binding that may be read, is known and told by a watch that can be trusted: half a landscape is
 * never adopted, and what is missing in it is not gone.
 */
export function landscapeIsRead(inventory: Pick<Inventory, 'freshness'>): boolean {
  const sources = inventory.freshness()
  return (
    sources.some(({ source, complete }) => source === 'Shoot' && complete) &&
    sources.some(({ source, complete }) => source !== 'Shoot' && complete) &&
    sources.every(({ complete, phase }) => (complete ? phase !== 'stale' && phase !== 'refused' : phase === 'refused'))
  )
}

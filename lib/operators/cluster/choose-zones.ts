import { createHash } from 'node:crypto'

interface ZoneWish {
  readonly count: number
  /** Of the region, in the order of the CloudProfile. */
  readonly offered: readonly string[]
  /** Of the shoot as it is; none of a new one. */
  readonly existing: readonly string[]
  /** Spreads clusters over the zones: where a new shoot begins to choose. */
  readonly seed: string
}

/**
 * The zones of a shoot's workers. Those it has stay first and in their order, since Gardener lets zones be added only; a new shoot
 * begins at a zone that its seed decides. Null when the region has too few.
 */
export function chooseZones({ count, offered, existing, seed }: ZoneWish): readonly string[] | null {
  const others = rotated(offered, seed).filter(zone => !existing.includes(zone))
  const missing = Math.max(0, count - existing.length)
  return missing > others.length ? null : [...existing, ...others.slice(0, missing)]
}

function rotated(zones: readonly string[], seed: string): readonly string[] {
  if (zones.length === 0) return zones
  const start = createHash('sha256').update(seed).digest().readUInt32BE() % zones.length
  return [...zones.slice(start), ...zones.slice(0, start)]
}

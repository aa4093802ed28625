import type { FoundTarget } from '#lib/operators/target/find-target.ts'

/** What a record keeps of the way into a cluster: another one may lead elsewhere. null for that of a shoot, whose uid tells as much. */
export function wayOf(target: FoundTarget): string | null {
  return target.state === 'found' && target.place.by === 'secret' ? target.place.version : null
}

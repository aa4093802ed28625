import { type HapLabels, HELD } from './labels.ts'

/** Flags that are valid each, but contradict each other: KEB and this console read them differently. */
export type Contradiction = 'shared-dirty' | 'shared-owned' | 'internal-owned'

/** Lists the contradictions of valid labels; none during a hold, which overwrites the flags. */
export function contradictionsOf({ shared, dirty, internal, tenantName }: HapLabels): readonly Contradiction[] {
  if (dirty === HELD) return []
  if (shared !== null) {
    return [
      ...(dirty === null ? [] : (['shared-dirty'] as const)),
      ...(tenantName === null ? [] : (['shared-owned'] as const)),
    ]
  }
  return internal !== null && tenantName !== null && dirty === null ? ['internal-owned'] : []
}

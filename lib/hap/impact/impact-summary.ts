import type { ImpactSummary } from '../publication/impact-summary.ts'
import type { Tally } from './asking.ts'
import { type Change, type Concern, WORST_FIRST } from './change.ts'
import type { Impact } from './impact.ts'

/** The figures of an impact that are kept with a publication: everything that happens to a cluster, also that it has no rule as before. */
export function impactSummary(
  { changes, concerns }: Pick<Impact<never>, 'changes' | 'concerns'>,
  unknown: number,
): ImpactSummary {
  const tallies: Readonly<Record<Change | Concern, Tally>> = { ...changes, ...concerns }
  const happens = WORST_FIRST.filter(name => name !== 'unchanged' && tallies[name].clusters > 0)
  return { counts: happens.map(impact => ({ impact, ...tallies[impact] })), unknown }
}

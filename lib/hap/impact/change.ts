import { type Pool, poolKey } from '../pools/pool.ts'
import type { Destination } from './destination.ts'

/** What other rules do to a request. */
export const CHANGES = ['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged'] as const

export type Change = (typeof CHANGES)[number]

/** What somebody should look at before such a change is made. */
export const CONCERNS = [
  'loses-eu',
  'becomes-shared',
  'empty-pool',
  'short-pool',
  'becomes-dedicated',
  'needs-account',
] as const

export type Concern = (typeof CONCERNS)[number]

/** From the worst to what needs nobody's eye. */
export const WORST_FIRST: readonly (Change | Concern)[] = [
  'newly-unmatched',
  'newly-refused',
  ...CONCERNS,
  'moved',
  'newly-matched',
  'unmatched',
  'unchanged',
]

/** From where a request is led now to where it would be led; see leadOf. */
export function changeOf({ pool: before }: Destination, { pool: after, rule }: Destination): Change {
  if (!after) return before ? (rule ? 'newly-refused' : 'newly-unmatched') : 'unmatched'
  if (!before) return 'newly-matched'
  return poolKey(before) === poolKey(after) ? 'unchanged' : 'moved'
}

/** What the two pools alone give reason for. */
export function concernsOf(before: Pool | null, after: Pool | null): readonly Concern[] {
  if (!before || !after) return []
  const concerns: Concern[] = []
  if (before.euAccess && !after.euAccess) concerns.push('loses-eu')
  if (!before.shared && after.shared) concerns.push('becomes-shared')
  if (before.shared && !after.shared) concerns.push('becomes-dedicated')
  return concerns
}

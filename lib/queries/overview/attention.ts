import { GIVEN_BACK_TERM } from '../bindings/given-back.ts'
import { countBindings } from '../bindings/list-bindings.ts'
import type { QueryContext } from '../query-context.ts'

/** One line of the list of what wants attention; `q` finds exactly the bindings it counts. */
export interface Attention {
  readonly severity: 'danger' | 'warn'
  readonly title: string
  readonly count: number
  readonly q: string
}

/** Each entry names its rows by a search, so that the number and the list behind it cannot differ. Worst first. */
const ATTENTION: readonly Omit<Attention, 'count'>[] = [
  { severity: 'danger', title: 'Given back, but clusters use it', q: `${GIVEN_BACK_TERM} shoots:>0` },
  { severity: 'danger', title: 'Free, but clusters use it', q: 'state:free shoots:>0' },
  { severity: 'warn', title: 'Several bindings of one account', q: 'others:>0' },
  { severity: 'warn', title: 'Malformed labels', q: 'state:malformed' },
  { severity: 'warn', title: 'Being deleted, but clusters use it', q: 'state:terminating shoots:>0' },
]

/** What a person should look at, without what there is none of. */
export function attention(context: QueryContext): readonly Attention[] {
  return ATTENTION.map(entry => ({ ...entry, count: countBindings(context, entry.q) })).filter(({ count }) => count > 0)
}

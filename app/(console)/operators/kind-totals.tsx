import { TotalsLine } from '#components/hap/totals-line.tsx'
import { type Verdict, VerdictSign } from '#components/hap/verdict.tsx'
import type { SearchField } from '#lib/search/field.ts'
import { chosenValues, toggledValue } from '#lib/search/toggle-value.ts'

/** Words and sign of each state, in the order in which they want to be looked at. */
export type StateWords = Readonly<
  Record<string, { readonly outcome: Parameters<typeof Verdict>[0]['outcome']; readonly label: string }>
>

interface KindTotalsProps {
  /** `Clusters` */
  readonly what: string
  readonly words: StateWords
  /** Null while they are read. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly q: string
  readonly fields: readonly SearchField[]
  /** Where a search of the list leads. */
  readonly hrefOf: (q: string) => string
}

/** How many custom resources stand how, so that one that failed is seen before it is looked for; each number links to its rows. */
export function KindTotals({ what, words, counts, q, fields, hrefOf }: KindTotalsProps) {
  const chosen = chosenValues(q, 'state', fields)
  const totals = Object.entries(words)
    .filter(([state]) => (counts?.[state] ?? 0) > 0 || chosen.includes(state))
    .map(([state, { outcome, label }]) => ({
      mark: <VerdictSign outcome={outcome} />,
      count: counts?.[state] ?? 0,
      words: label.toLowerCase(),
      href: hrefOf(toggledValue(q, 'state', state, fields)),
      chosen: chosen.includes(state),
    }))
  return <TotalsLine label={`${what} by state`} totals={counts && totals} />
}

import { TotalsLine } from '#components/hap/totals-line.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import { INFRASTRUCTURE, KNOWN_TO } from '#lib/hap/pools/shoot.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues } from '#lib/search/value-filter.ts'
import { KNOWN_LABELS } from './known-labels.ts'
import { failingAccounts } from './shoot-links.ts'

type View = Pick<ShootsView, 'known' | 'failing' | 'failingAccounts'>

interface ShootTotalsProps {
  /** Null until the first response. The line already has its final height. */
  readonly view: View | null
  readonly q: string
  readonly fields: readonly SearchField[]
  /** Path of the list of rows with a value of a field. */
  readonly hrefOf: (field: string, value: string) => string
}

/**
 * Numbers of clusters by source, of shoots with account errors, and of affected accounts, each
 * linked to its rows.
 */
export function ShootTotals({ view, q, fields, hrefOf }: ShootTotalsProps) {
  return <TotalsLine label="Shoots by source" totals={view && totalsOf({ view, q, fields, hrefOf })} />
}

function totalsOf({
  view: { known, failing, failingAccounts: accounts },
  q,
  fields,
  hrefOf,
}: ShootTotalsProps & { view: View }) {
  const total = (field: string, value: string) => ({
    href: hrefOf(field, value),
    chosen: filteredValues(q, field, fields).includes(value),
  })
  return [
    ...(known === null ? [] : KNOWN_TO).map(to => ({
      mark: <Icon name={KNOWN_LABELS[to].icon} size={12} />,
      count: known?.[to] ?? 0,
      label: KNOWN_LABELS[to].total,
      ...total('known', to),
    })),
    {
      mark: <Icon name="error" size={12} className={cx(failing > 0 && text.danger)} />,
      count: failing,
      label: 'with infrastructure errors',
      ...total('error', INFRASTRUCTURE),
    },
    {
      mark: <Icon name="bindings" size={12} />,
      count: accounts,
      // This total covers all accounts, because a search of shoots does not filter accounts.
      label: `${accounts === 1 ? 'account' : 'accounts'} with errors in all`,
      href: failingAccounts(),
      chosen: false,
    },
  ]
}

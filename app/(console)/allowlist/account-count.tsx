import { CountLink } from '#components/ui/cell-link.tsx'
import type { AccountTotals } from '#lib/queries/pools/owners.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

interface AccountCountProps extends AccountTotals {
  /** Link to the list of exactly these bindings; null for no link. */
  readonly href: string | null
  /** Owner and provider for assistive technology, e.g. "of ga-1 in aws". */
  readonly of: string
  /** Adds the word "accounts" where no column header says it. */
  readonly named?: boolean
}

/** Number of accounts, linked to their bindings; both numbers where they differ. */
export function AccountCount({ accounts, bindings, href, of, named = false }: AccountCountProps) {
  const link = (
    <CountLink count={bindings} href={href} label={`${accounts === bindings ? 'accounts' : 'bindings'} ${of}`} />
  )
  if (accounts === bindings) {
    return (
      <>
        {link}
        {named && (accounts === 1 ? ' account' : ' accounts')}
      </>
    )
  }
  return (
    <span data-tip={`${formatPlural(accounts, 'account')}, with ${formatPlural(bindings, 'binding')}`}>
      {named ? formatPlural(accounts, 'account') : formatCount(accounts)} in {link}
      {named && ' bindings'}
    </span>
  )
}

import { CountLink } from '#components/ui/count-link.tsx'
import type { AccountTotals } from '#lib/queries/pools/owners.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

interface AccountCountProps extends AccountTotals {
  /** Where exactly these bindings are listed. */
  readonly href: string | null
  /** What they are of, for assistive technology: "of ga-1 in aws". */
  readonly of: string
  /** Says "accounts" where no column does. */
  readonly named?: boolean
}

/** A number of accounts that leads to their bindings; where these are more, both numbers. */
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

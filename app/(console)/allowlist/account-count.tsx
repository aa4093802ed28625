import { CountLink } from '#components/ui/count-link.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import type { AccountsOf } from '#lib/queries/allowlist/over-limit.ts'

interface AccountCountProps extends AccountsOf {
  /** Where exactly these bindings are listed. */
  readonly href: string | null
  /** What they are of, for assistive technology: "of ga-1 in aws". */
  readonly of: string
}

/** A number of accounts that leads to their bindings; where these are more, both numbers. */
export function AccountCount({ accounts, bindings, href, of }: AccountCountProps) {
  if (accounts === bindings) return <CountLink count={accounts} href={href} label={`accounts ${of}`} />
  return (
    <span data-tip={`${formatPlural(accounts, 'account')}, with ${formatPlural(bindings, 'binding')}`}>
      {formatCount(accounts)} in <CountLink count={bindings} href={href} label={`bindings ${of}`} />
    </span>
  )
}

import { CellLink } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../../if-read.tsx'
import { clustersOfGlobalAccount } from '../../shoots/shoot-links.ts'

/** Counts of a global account in one line below its id, each linked to its rows. */
export function GlobalAccountFacts({ row }: Props) {
  const { accounts, clusters, overLimit, givenBack } = row
  return (
    <>
      <IfRead what="bindings" unit="accounts">
        <CellLink href={paths.bindings({ q: accounts.q })}>{formatPlural(accounts.count, 'account')}</CellLink>
      </IfRead>
      <IfRead what="shoots" unit="clusters">
        <CellLink href={clustersOfGlobalAccount(row)}>{formatPlural(clusters, 'cluster')}</CellLink>
      </IfRead>
      {overLimit.count > 0 && (
        <CellLink href={paths.bindings({ q: overLimit.q })} className={text.warn}>
          {formatPlural(overLimit.count, 'account')} over the limit
        </CellLink>
      )}
      {givenBack.count > 0 && (
        <CellLink href={paths.bindings({ q: givenBack.q })}>
          {formatPlural(givenBack.count, 'account')} released, not clean yet
        </CellLink>
      )}
    </>
  )
}

interface Props {
  readonly row: GlobalAccountRow
}

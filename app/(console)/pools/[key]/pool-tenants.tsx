import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolTenant } from '#lib/queries/pools/pool-detail.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'

interface PoolTenantsProps {
  readonly row: PoolRow
  /** The first of them. */
  readonly tenants: readonly PoolTenant[]
}

/** Who uses a pool, and with how much. */
export function PoolTenants({ row, tenants }: PoolTenantsProps) {
  const more = row.tenants - tenants.length
  return (
    <Panel id="tenants" title="Tenants" aside={row.tenants > 0 && formatCount(row.tenants)}>
      {tenants.length === 0 ? (
        <NoLines>No tenant has an account here.</NoLines>
      ) : (
        <LineList label="Tenants">
          {tenants.map(tenant => (
            <Line key={tenant.globalAccount} end={<UsageOf tenant={tenant} />}>
              <TenantId id={tenant.globalAccount} />
            </Line>
          ))}
          {more > 0 && (
            <Line>
              <More count={more} row={row} />
            </Line>
          )}
        </LineList>
      )}
    </Panel>
  )
}

function UsageOf({ tenant: { accounts, shoots, q } }: { readonly tenant: PoolTenant }) {
  return (
    <span className={text.small}>
      {q !== null && <CellLink href={paths.bindings({ q })}>{formatPlural(accounts, 'account')}</CellLink>}
      <span className={text.muted}>
        {q !== null && ', '}
        {formatPlural(shoots, 'shoot')}
      </span>
    </span>
  )
}

/** Tenants of a shared pool own none of its bindings: there is no list that would show them. */
function More({ count, row }: { readonly count: number; readonly row: PoolRow }) {
  const words = `${formatCount(count)} more`
  if (row.shared) return <span className={cx(text.small, text.muted)}>{words}</span>
  return <TextLink href={paths.bindings({ q: `pool:${row.key}`, sort: 'tenant' })}>{words}</TextLink>
}

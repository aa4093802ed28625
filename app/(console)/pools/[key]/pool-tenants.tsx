import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolTenant } from '#lib/queries/pools/pool-detail.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead, NoneOf } from '../../unread-sources.tsx'
import { tenantsOfPool } from '../pool-links.ts'

interface PoolTenantsProps {
  readonly row: PoolRow
  /** The first global accounts of the pool. */
  readonly tenants: readonly PoolTenant[]
}

/** Global accounts that use a pool, with their usage. */
export function PoolTenants({ row, tenants }: PoolTenantsProps) {
  return (
    <Panel
      title="Global accounts"
      aside={row.tenants > 0 && <TextLink href={tenantsOfPool(row.key)}>All {formatCount(row.tenants)}</TextLink>}
    >
      {tenants.length === 0 ? (
        <NoneOf what={row.shared ? 'shoots' : 'bindings'}>No global account uses this pool.</NoneOf>
      ) : (
        <LineList label="Global accounts">
          {tenants.map(tenant => (
            <Line key={tenant.globalAccount} end={<UsageOf tenant={tenant} />}>
              <TenantId id={tenant.globalAccount} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

function UsageOf({ tenant: { accounts, shoots, q, shootsQ } }: { readonly tenant: PoolTenant }) {
  const shootsText = formatPlural(shoots, 'shoot')
  return (
    <span className={text.small}>
      {q !== null && <CellLink href={paths.bindings({ q })}>{formatPlural(accounts, 'account')}</CellLink>}
      <span className={text.muted}>
        {q !== null && ', '}
        <IfRead what="shoots" unit="shoots">
          {shootsQ === null ? shootsText : <CellLink href={paths.shoots({ q: shootsQ })}>{shootsText}</CellLink>}
        </IfRead>
      </span>
    </span>
  )
}

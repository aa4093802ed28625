import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { StateText, TimeInState } from '#components/hap/binding-state.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { CellLink, CountLink, TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { PoolTenant } from '#lib/queries/pools/pool-detail.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { shootsOfAccount } from '../../shoots/shoot-links.ts'
import { IfRead, NoneOf } from '../../unread-sources.tsx'
import { bindingsOfPool, tenantsOfPool } from '../pool-links.ts'

const COLUMNS = [
  { header: 'Name' },
  { header: 'Kind', width: 64 },
  { header: 'State', width: 136 },
  { header: 'In state', width: 72, align: 'end' },
  { header: 'Global account', width: 164 },
  { header: 'Shoots', width: 84, align: 'end' },
] as const

interface PoolBindingsProps {
  readonly row: PoolRow
  /** The first bindings of the pool. */
  readonly bindings: readonly BindingRow[]
  /** Number of all of them. */
  readonly bindingCount: number
}

/** The first bindings of a pool, with a link to all of them. */
export function PoolBindings({ row, bindings, bindingCount }: PoolBindingsProps) {
  return (
    <Panel
      title="Bindings"
      aside={bindings.length > 0 && <TextLink href={bindingsOfPool(row.key)}>All {formatCount(bindingCount)}</TextLink>}
    >
      {bindings.length === 0 ? (
        <NoLines>
          No bindings of this type yet. Label a binding to match the selectors below; it becomes available immediately.
        </NoLines>
      ) : (
        <SmallTable label="Bindings" columns={COLUMNS} folding>
          {bindings.map(binding => (
            <tr key={binding.key}>
              <th scope="row">
                <BindingLink binding={binding} strong />
              </th>
              <td data-fold="hidden">
                <KindTag kind={binding.kind} />
              </td>
              <td data-fold="aside">
                <StateText state={binding.state} />
              </td>
              <td data-fold="hidden" data-align="end" className={text.muted}>
                {binding.since === null ? (
                  '—'
                ) : (
                  <TimeInState since={binding.since} isFirstLook={binding.sinceIsFirstLook} />
                )}
              </td>
              <td data-fold="line">
                <TenantId id={binding.tenant} />
              </td>
              <td data-fold="end" data-align="end" data-label="Shoots">
                <IfRead what="shoots">
                  <CountLink
                    count={binding.shoots}
                    href={shootsOfAccount(binding.account)}
                    noun="shoot"
                    detail={`on the account of ${binding.name}`}
                  />
                </IfRead>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

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
        <NoneOf what={row.shared ? 'shoots' : 'bindings'}>No global accounts use this pool.</NoneOf>
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

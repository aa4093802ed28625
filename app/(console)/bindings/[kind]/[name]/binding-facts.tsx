import { TenantId } from '#components/hap/tenant-id.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../../../if-read.tsx'
import { reservedOfAccount } from '../../../shoots/shoot-links.ts'

/** Facts about a binding, in one line below its name. */
export function BindingFacts({ detail: { row, namespace, shoots } }: { readonly detail: BindingDetail }) {
  const { kind, pool, tenant, limit } = row
  return (
    <>
      <span>
        {kind} in <span className={text.mono}>{namespace}</span>
      </span>
      <span>Pool {pool ? <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink> : 'none'}</span>
      {tenant && (
        <span>
          Global account <TenantId id={tenant} />
        </span>
      )}
      <span>
        <IfRead what="shoots" unit="shoots">
          <TextLink href={paths.binding(row, { tab: 'shoots' })}>{formatPlural(shoots.length, 'shoot')}</TextLink>
        </IfRead>
        {row.reserved > 0 && (
          <>
            {' and '}
            <TextLink href={reservedOfAccount(row.account)}>{formatCount(row.reserved)} reserved</TextLink>
          </>
        )}
        {limit !== null && `, limit ${formatCount(limit)}`}
      </span>
    </>
  )
}

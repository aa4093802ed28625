import type { Column, Sort } from '#components/data-table/column.ts'
import { ShootOperation } from '#components/hap/shoot-operation.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { compareText } from '#lib/hap/compare-text.ts'
import { paths } from '#lib/paths.ts'
import type { AccountShoot } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-row.ts'
import { Cluster } from './cluster.tsx'
import { ThroughBinding } from './through-binding.tsx'

/** The columns of the clusters on an account, as seen from the page of one of its bindings. */
export function shootColumns(binding: Pick<BindingRow, 'kind' | 'name' | 'others'>): readonly Column<AccountShoot>[] {
  return [
    { id: 'name', header: 'Cluster', width: 204, sort: 'asc', cell: ({ shoot }) => <Cluster shoot={shoot} /> },
    { id: 'region', header: 'Region', width: 136, sort: 'asc', narrow: 'aside', cell: ({ shoot }) => shoot.region },
    {
      id: 'tenant',
      header: 'Tenant',
      width: 124,
      sort: 'asc',
      priority: 2,
      narrow: 'line',
      narrowLabel: true,
      cell: ({ shoot: { globalAccount } }) =>
        globalAccount !== null && (
          <TenantId id={globalAccount} href={paths.bindings({ q: `tenant:${globalAccount}` })} />
        ),
    },
    ...(binding.others > 0 ? [throughColumn(binding)] : []),
    {
      id: 'operation',
      header: 'Last operation',
      minWidth: 200,
      sort: 'asc',
      narrow: 'line',
      cell: ({ shoot }) => <ShootOperation shoot={shoot} />,
    },
    {
      id: 'when',
      header: 'When',
      width: 96,
      align: 'end',
      narrow: 'line',
      sort: 'desc',
      cell: ({ shoot: { lastOperation } }) => lastOperation && <RelativeTime at={lastOperation.at} />,
    },
  ]
}

/** Only where clusters may name another binding than the page's. */
function throughColumn(binding: Pick<BindingRow, 'kind' | 'name'>): Column<AccountShoot> {
  return {
    id: 'through',
    header: 'Through binding',
    minWidth: 220,
    sort: 'asc',
    priority: 3,
    narrow: 'line',
    cell: ({ through }) => <ThroughBinding through={through} row={binding} />,
  }
}

const TEXTS: Readonly<Record<string, (each: AccountShoot) => string>> = {
  name: ({ shoot }) => shoot.name,
  region: ({ shoot }) => shoot.region,
  tenant: ({ shoot }) => shoot.globalAccount ?? '',
  through: ({ through }) => `${through.name} ${through.kind}`,
  // Failed before succeeded.
  operation: ({ shoot: { lastOperation, errorCodes } }) =>
    `${errorCodes.length > 0 ? 0 : 1} ${lastOperation?.state ?? ''} ${lastOperation?.type ?? ''}`,
  when: ({ shoot: { lastOperation } }) => lastOperation?.at ?? '',
}

/** The order a sort asks for; between equals, by name. */
export function orderOf({ id, desc }: Sort): (a: AccountShoot, b: AccountShoot) => number {
  const textOf = TEXTS[id] ?? (({ shoot }: AccountShoot) => shoot.name)
  const direction = desc ? -1 : 1
  return (a, b) => direction * compareText(textOf(a), textOf(b)) || compareText(a.shoot.name, b.shoot.name)
}

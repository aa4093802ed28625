'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { type Column, formatSort, parseSort, type Sort, useColumnChoice } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, MOVE_KEYS } from '#components/data-table/list-footer.tsx'
import { listSource } from '#components/data-table/table-source.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { Cluster, ShootOperation } from '#components/hap/cluster.tsx'
import { shortenId, TenantId } from '#components/hap/tenant-id.tsx'
import { Toolbar } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import { paths } from '#lib/paths.ts'
import type { AccountShoot, BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { GlobalAccountDetail, OwnShoot } from '#lib/queries/global-accounts/global-account-detail.ts'
import { shootsOfAccountTerms, shootsOfGlobalAccountTerms } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { ThroughBinding } from './bindings/[kind]/[name]/shoots-panel.tsx'
import { ExportLinks, noInventoryExportReason } from './list-export.tsx'
import { useLive } from './live-provider.tsx'
import { clustersOfGlobalAccount } from './shoots/shoot-links.ts'
import { ReadingTab } from './timeline/reading-tab.tsx'
import { SourceGap } from './unread-sources.tsx'

const DEFAULT_SORT = { id: 'name', desc: false } as const

interface ClustersTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly clusters: readonly Row[]
  /** The search that selects the same clusters among all shoots, for the export. */
  readonly q: string
  /** Number of clusters as text. */
  readonly summary: string
}

/** Table of all clusters of an object, sorted by the parameter `sort` of the address. */
function ClustersTable<Row extends ShootLine>(props: ClustersTableProps<Row>) {
  const { label, columns, clusters, q, summary } = props
  const { asOf, health } = useLive()
  const [text, setText] = useParameter('sort')
  const sort = parseSort(text, columns) ?? DEFAULT_SORT
  const { id, desc } = sort
  const source = useMemo(
    () => listSource(clusters.toSorted(orderOf({ id, desc })), ({ shoot }) => `${shoot.namespace}/${shoot.name}`),
    [clusters, id, desc],
  )
  const choice = useColumnChoice(columns)
  const { source: held, hold } = useHeldRows(source, text)
  const file = { hits: clusters.length, errors: [], unread: health?.unread ?? [] }
  return (
    <>
      <Toolbar>
        <ExportLinks
          hrefOf={format => paths.listExport('shoots', { q, sort: text, cols: '', format })}
          disabledReason={noInventoryExportReason(file, 'shoots')}
        />
      </Toolbar>
      <DataTable
        onTouch={hold.touch}
        label={label}
        columns={choice.shown}
        source={held}
        sort={sort}
        onSort={next => setText(formatSort(next))}
        resetKey={text}
        footer={() => <ListFooter summary={summary} asOf={asOf} keys={MOVE_KEYS} columns={choice} hold={hold} />}
      />
    </>
  )
}

/** First columns of every table of clusters. */
const CLUSTER_BEGIN: readonly Column<ShootLine>[] = [
  { id: 'name', header: 'Shoot', width: 204, sort: 'asc', cell: ({ shoot }) => <Cluster shoot={shoot} /> },
  { id: 'region', header: 'Region', width: 136, sort: 'asc', narrow: 'aside', cell: ({ shoot }) => shoot.region },
]

/** Last columns of every table of clusters. */
const CLUSTER_END: readonly Column<ShootLine>[] = [
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
  { id: 'provider', header: 'Provider', width: 92, extra: true, cell: ({ shoot }) => shoot.provider },
  {
    id: 'age',
    header: 'Age',
    width: 80,
    align: 'end',
    extra: true,
    cell: ({ shoot }) => <RelativeTime at={shoot.createdAt} as="for" />,
  },
  {
    id: 'runtime',
    header: 'Runtime id',
    minWidth: 300,
    extra: true,
    cell: ({ shoot: { runtimeId } }) => runtimeId !== null && <span className={text.mono}>{runtimeId}</span>,
  },
  {
    id: 'uid',
    header: 'UID',
    minWidth: 300,
    extra: true,
    cell: ({ shoot }) => <span className={text.mono}>{shoot.uid}</span>,
  },
]

/** A cluster on the page of its account or global account. */
interface ShootLine {
  readonly shoot: Shoot
  readonly through: { readonly kind: string; readonly name: string } | null
}

/** Sort keys by column. Column ids match the shoots list, so that its export has the same order. */
const TEXTS: Readonly<Record<string, (line: ShootLine) => string>> = {
  name: ({ shoot }) => shoot.name,
  region: ({ shoot }) => shoot.region,
  ga: ({ shoot }) => shoot.globalAccount ?? '',
  subaccount: ({ shoot }) => shoot.subaccount ?? '',
  binding: ({ through }) => (through ? `${through.name} ${through.kind}` : ''),
  // Failed operations before successful ones.
  operation: ({ shoot: { lastOperation, errorCodes } }) =>
    `${errorCodes.length > 0 ? 0 : 1} ${lastOperation?.state ?? ''} ${lastOperation?.type ?? ''}`,
  when: ({ shoot: { lastOperation } }) => lastOperation?.at ?? '',
}

/** Comparator for a sort; ties are ordered by name. */
function orderOf({ id, desc }: Sort): (a: ShootLine, b: ShootLine) => number {
  const textOf = TEXTS[id] ?? (({ shoot }: ShootLine) => shoot.name)
  const direction = desc ? -1 : 1
  return (a, b) => direction * compareText(textOf(a), textOf(b)) || compareText(a.shoot.name, b.shoot.name)
}

/** All clusters on the account of a binding. */
export function ShootsTab({ detail }: { readonly detail: BindingDetail }) {
  const { row, shoots } = detail
  const { kind, name, others, reserved } = row
  const columns = useMemo(() => shootColumns({ kind, name, others }), [kind, name, others])
  if (shoots.length === 0) {
    return (
      <SourceGap what="shoots" reading={<ReadingTab />}>
        <EmptyState reason="empty" title={reserved > 0 ? 'No shoots yet' : 'No shoots use this account'}>
          Shoots appear here once they use this binding or another binding of the same account.
        </EmptyState>
      </SourceGap>
    )
  }
  return (
    <ClustersTable
      label="Shoots on this account"
      columns={columns}
      clusters={shoots}
      q={shootsOfAccountTerms(accountKey(row.account))}
      summary={`${formatPlural(shoots.length, 'shoot')} on this account`}
    />
  )
}

/** Columns of the clusters on an account, for the page of one of its bindings. */
function shootColumns(binding: Pick<BindingRow, 'kind' | 'name' | 'others'>): readonly Column<AccountShoot>[] {
  return [
    ...CLUSTER_BEGIN,
    {
      id: 'ga',
      header: 'Global account',
      width: 124,
      sort: 'asc',
      priority: 2,
      narrow: 'line',
      narrowLabel: true,
      cell: ({ shoot: { globalAccount } }) => globalAccount !== null && <TenantId id={globalAccount} />,
    },
    ...(binding.others > 0 ? [throughColumn(binding)] : []),
    ...CLUSTER_END,
  ]
}

/** Needed only where clusters may refer to another binding of the account. */
function throughColumn(binding: Pick<BindingRow, 'kind' | 'name'>): Column<AccountShoot> {
  return {
    id: 'binding',
    header: 'Via binding',
    minWidth: 220,
    sort: 'asc',
    priority: 3,
    narrow: 'line',
    cell: ({ through }) => <ThroughBinding through={through} row={binding} />,
  }
}

const GLOBAL_ACCOUNT_COLUMNS: readonly Column<OwnShoot>[] = [
  ...CLUSTER_BEGIN,
  {
    id: 'subaccount',
    header: 'Subaccount',
    width: 132,
    sort: 'asc',
    priority: 3,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ shoot: { subaccount } }) =>
      subaccount !== null && (
        <span className={text.mono} data-tip={subaccount}>
          {shortenId(subaccount)}
        </span>
      ),
  },
  {
    id: 'binding',
    header: 'Binding',
    minWidth: 220,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    cell: ({ through }) => through && <BindingLink binding={through} />,
  },
  ...CLUSTER_END,
]

/** All clusters of a global account, on any account. */
export function ClustersTab({ detail: { row, shoots } }: { readonly detail: GlobalAccountDetail }) {
  const reserved = row.reserved > 0 && `${formatCount(row.reserved)} reserved, no shoot yet`
  if (shoots.length === 0) {
    return reserved ? (
      <EmptyState reason="empty" title="No shoots yet">
        <TextLink href={clustersOfGlobalAccount(row)}>{reserved}</TextLink>
      </EmptyState>
    ) : (
      <SourceGap what="shoots" reading={<ReadingTab />}>
        <EmptyState reason="empty" title="No clusters">
          Shoots appear here once their label account has this global account.
        </EmptyState>
      </SourceGap>
    )
  }
  return (
    <ClustersTable
      label="Clusters of this global account"
      columns={GLOBAL_ACCOUNT_COLUMNS}
      clusters={shoots}
      q={shootsOfGlobalAccountTerms(row.id)}
      summary={[formatPlural(shoots.length, 'cluster'), reserved].filter(Boolean).join(', and ')}
    />
  )
}

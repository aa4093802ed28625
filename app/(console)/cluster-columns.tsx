import type { Column, Sort } from '#components/data-table/column.ts'
import { Cluster, ShootOperation } from '#components/hap/cluster.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'

/** First columns of every table of clusters. */
export const CLUSTER_BEGIN: readonly Column<ShootLine>[] = [
  { id: 'name', header: 'Shoot', width: 204, sort: 'asc', cell: ({ shoot }) => <Cluster shoot={shoot} /> },
  { id: 'region', header: 'Region', width: 136, sort: 'asc', narrow: 'aside', cell: ({ shoot }) => shoot.region },
]

/** Last columns of every table of clusters. */
export const CLUSTER_END: readonly Column<ShootLine>[] = [
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
export interface ShootLine {
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
export function orderOf({ id, desc }: Sort): (a: ShootLine, b: ShootLine) => number {
  const textOf = TEXTS[id] ?? (({ shoot }: ShootLine) => shoot.name)
  const direction = desc ? -1 : 1
  return (a, b) => direction * compareText(textOf(a), textOf(b)) || compareText(a.shoot.name, b.shoot.name)
}

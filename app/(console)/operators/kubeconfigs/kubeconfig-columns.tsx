import type { Column } from '#components/data-table/column.ts'
import { CellLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { KubeconfigRow } from '#lib/queries/operators/kubeconfig-list.ts'
import { EMPTY_CELL, ShootLink } from '../resource-columns.tsx'
import { FlagTags, KubeconfigStateText } from './kubeconfig-state.tsx'

const timeOf = (at: string | null, as: 'ago' | 'until' = 'ago') =>
  at === null ? EMPTY_CELL : <RelativeTime at={at} as={as} />

/** Columns of the kubeconfig list. Their ids are the sort keys of the API. */
export const KUBECONFIG_COLUMNS: readonly Column<KubeconfigRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 160,
    sort: 'asc',
    cell: ({ name }) => (
      <CellLink href={paths.kubeconfig(name)} className={`${text.mono} ${text.strong}`}>
        {name}
      </CellLink>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 104,
    sort: 'asc',
    narrow: 'aside',
    cell: ({ state, reason, message }) => (
      <span data-tip={reason === null ? message : `${reason}: ${message}`}>
        <KubeconfigStateText state={state} />
      </span>
    ),
  },
  {
    id: 'cluster',
    header: 'Cluster',
    width: 128,
    sort: 'asc',
    narrow: 'line',
    narrowLabel: true,
    cell: ({ cluster }) => (
      <CellLink href={paths.cluster(cluster.name)} className={text.mono}>
        {cluster.name}
      </CellLink>
    ),
  },
  {
    id: 'shoot',
    header: 'Shoot',
    width: 132,
    sort: 'asc',
    extra: true,
    cell: ({ shoot }) => (shoot === null ? EMPTY_CELL : <ShootLink name={shoot.name} />),
  },
  { id: 'may', header: 'Permissions', minWidth: 232, narrow: 'line', cell: row => <May rules={row.rules} /> },
  {
    id: 'flags',
    header: 'Flags',
    tip: 'Notable permissions, by policy and by the operator’s check of the cluster',
    width: 216,
    sort: 'asc',
    narrow: 'line',
    cell: ({ flags }) => flags.length > 0 && <FlagTags flags={flags} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    tip: 'Reason and message of the deciding condition',
    minWidth: 200,
    extra: true,
    cell: ({ reason, message }) => (
      <span className={text.muted} data-tip={reason === null ? message : `${reason}: ${message}`}>
        {message}
      </span>
    ),
  },
  {
    id: 'issued',
    header: 'Issued',
    width: 96,
    align: 'end',
    sort: 'desc',
    extra: true,
    cell: ({ issuedAt }) => timeOf(issuedAt),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: 116,
    align: 'end',
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ expiresAt }) => timeOf(expiresAt, 'until'),
  },
  {
    id: 'renews',
    header: 'Next rotation',
    width: 116,
    align: 'end',
    sort: 'asc',
    priority: 3,
    cell: ({ renewsAt }) => timeOf(renewsAt, 'until'),
  },
  {
    id: 'revoked',
    header: 'Revoked',
    tip: 'Time of the revocation, and how long the cluster still accepted the old token',
    width: 104,
    sort: 'desc',
    extra: true,
    cell: ({ revokedAt, refusedAfterSeconds }) =>
      revokedAt === null ? (
        EMPTY_CELL
      ) : (
        <span data-tip={formatRefusalDelay(refusedAfterSeconds)}>
          <RelativeTime at={revokedAt} />
        </span>
      ),
  },
]

function May({ rules }: { readonly rules: readonly string[] }) {
  const [first, ...more] = rules
  return (
    <span data-tip={rules.join('\n')}>
      {first}
      {more.length > 0 && <span className={text.muted}>, and {more.length} more</span>}
    </span>
  )
}

/** Says how long the cluster took to refuse a revoked token; null where no token was tried. */
function formatRefusalDelay(seconds: number | null): string {
  return seconds === null ? 'The old token was not checked.' : `Rejected after ${seconds} s.`
}

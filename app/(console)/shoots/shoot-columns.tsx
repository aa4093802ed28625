import type { Column } from '#components/data-table/column.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { ShootOperation } from '#components/hap/cluster.tsx'
import { shortenId, TenantId } from '#components/hap/tenant-id.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { CellLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { CLAIM_LABELS, type KnownTo } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-list.ts'
import styles from './shoots.module.css'

const NOTHING = <span className={text.faint}>—</span>

/** Columns of the shoots list. Their ids are the sort keys of the API. */
export const SHOOT_COLUMNS: readonly Column<ShootRow>[] = [
  { id: 'name', header: 'Name', width: 180, grows: true, sort: 'asc', cell: row => <Name row={row} /> },
  {
    id: 'ga',
    header: 'Global account',
    width: 116,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ globalAccount }) => <TenantId id={globalAccount} />,
  },
  { id: 'plan', header: 'Plan', width: 100, grows: true, sort: 'asc', priority: 4, cell: row => <Plan row={row} /> },
  {
    id: 'type',
    header: 'Type',
    tip: 'Pool of the binding, or the provider without one',
    width: 108,
    grows: true,
    sort: 'asc',
    priority: 3,
    cell: row => <Type row={row} />,
  },
  { id: 'provider', header: 'Provider', width: 92, extra: true, cell: ({ provider }) => provider || NOTHING },
  {
    id: 'region',
    header: 'Region',
    width: 128,
    grows: true,
    sort: 'asc',
    priority: 2,
    cell: ({ region }) => region || NOTHING,
  },
  {
    id: 'binding',
    header: 'Binding',
    width: 192,
    grows: true,
    sort: 'asc',
    narrow: 'line',
    narrowLabel: true,
    cell: row => <Binding row={row} />,
  },
  { id: 'account', header: 'Account', width: 140, sort: 'asc', extra: true, cell: row => <AccountName row={row} /> },
  {
    id: 'known',
    header: 'Source',
    width: 124,
    sort: 'desc',
    priority: 2,
    narrow: 'aside',
    cell: row => <Known row={row} />,
  },
  {
    id: 'operation',
    header: 'Last operation',
    minWidth: 160,
    sort: 'asc',
    narrow: 'line',
    cell: row => (row.claimed ? <ClaimProgress status={row.claimed} /> : <ShootOperation shoot={row} />),
  },
  {
    id: 'errors',
    header: 'Errors',
    minWidth: 220,
    extra: true,
    cell: ({ errorCodes }) =>
      errorCodes.length > 0 && (
        <span className={text.mono} data-tip={errorCodes.join('\n')}>
          {errorCodes.join(', ')}
        </span>
      ),
  },
  {
    id: 'when',
    header: 'When',
    width: 104,
    align: 'end',
    sort: 'desc',
    priority: 3,
    cell: ({ at }) => at !== null && <RelativeTime at={at} />,
  },
]

function Name({ row }: { readonly row: ShootRow }) {
  const { name, hibernated, deleting } = row
  if (name === null) return <span className={text.muted}>no name yet</span>
  const called = (
    <span className={styles.name} data-tip={name}>
      {name}
    </span>
  )
  // Most shoots are neither, and each element of a row costs time in every frame of scrolling.
  if (!hibernated && !deleting) return called
  return (
    <span className={text.row}>
      {called}
      {hibernated && <Tag>hibernated</Tag>}
      {deleting && <Tag tone="warn">deleting</Tag>}
    </span>
  )
}

/** Links to the simulator with the cluster's request. Fields that no source knows stay empty. */
function Plan({ row: { name, plan, provider, platformRegion, region, globalAccount } }: { readonly row: ShootRow }) {
  const called = plan ?? '—'
  if (name === null) return <span className={styles.name}>{called}</span>
  return (
    <CellLink
      href={paths.simulator({ plan, provider, platformRegion, hyperscalerRegion: region, globalAccount })}
      className={styles.name}
      data-tip="Open in simulator"
      aria-label={`${called}: open ${name} in simulator`}
    >
      {called}
    </CellLink>
  )
}

function Type({ row: { pool, provider } }: { readonly row: ShootRow }) {
  if (pool) return <CellLink href={paths.pool(pool)}>{poolName(pool)}</CellLink>
  return provider || NOTHING
}

function Binding({ row }: { readonly row: ShootRow }) {
  const { binding } = row
  if (binding === null) return NOTHING
  if (binding.there)
    return (
      <>
        <BindingLink binding={binding} />
        <OtherAccount row={row} />
      </>
    )
  return (
    <span className={text.mono} data-tip={`${binding.kind} ${binding.name} is not a HAP binding.`}>
      {binding.name}
    </span>
  )
}

/** Most accounts have the name of their binding, so only a different name is shown. */
function OtherAccount({ row }: { readonly row: ShootRow }) {
  if (row.account === null || row.account.name === row.binding?.name) return null
  return (
    <span className={cx(styles.account, text.tiny, text.muted, text.cut)}>
      account <AccountName row={row} />
    </span>
  )
}

/**
 * Links to all shoots of the account. Errors on several of them indicate a problem of the account.
 */
function AccountName({ row: { account, binding } }: { readonly row: ShootRow }) {
  if (account === null) return NOTHING
  const same = account.name === binding?.name
  return (
    <CellLink
      href={paths.shoots({ q: `account:${accountKey(account)}` })}
      className={same ? text.muted : text.mono}
      data-tip={`All shoots on ${account.kind} ${account.name}`}
    >
      {same ? 'same name' : <span aria-hidden="true">{shortenId(account.name)}</span>}
      <VisuallyHidden> {account.name}</VisuallyHidden>
    </CellLink>
  )
}

function Known({ row: { known } }: { readonly row: ShootRow }) {
  if (known === null) return NOTHING
  const { icon, row, tip } = KNOWN_LABELS[known]
  // The regular case has no icon.
  if (known === 'both') {
    return (
      <span className={text.muted} data-tip={tip}>
        {row}
      </span>
    )
  }
  return (
    <span className={text.row} data-tip={tip}>
      <Icon name={icon} size={12} className={known === 'database' ? text.warn : text.faint} />
      {row}
    </span>
  )
}

type Status = NonNullable<ShootRow['claimed']>

/** Progress of a claim whose shoot Gardener does not show. */
function ClaimProgress({ status }: { readonly status: Status }) {
  if (status === 'active') return <Verdict outcome="warn">{CLAIM_LABELS.active}</Verdict>
  return (
    <Verdict outcome="running">
      <span className={text.muted}>{CLAIM_LABELS[status]}</span>
    </Verdict>
  )
}

interface KnownLabels {
  /** Label in the line of totals, after the number. */
  readonly total: string
  /** Label in a row. */
  readonly row: string
  readonly tip: string
  readonly icon: IconName
}

/** Labels for the sources that know a cluster. */
export const KNOWN_LABELS: Readonly<Record<KnownTo, KnownLabels>> = {
  both: {
    total: 'in Gardener with a claim',
    row: 'both',
    tip: 'In Gardener, with a matching claim in the database.',
    icon: 'check',
  },
  gardener: {
    total: 'only in Gardener',
    row: 'only Gardener',
    tip: 'In Gardener, without a claim in the database.',
    icon: 'info',
  },
  database: {
    total: 'only in the database',
    row: 'only database',
    tip: 'Claimed in the database, but Gardener has no shoot for it on that account.',
    icon: 'warning',
  },
}

import type { Column } from '#components/data-table/column.ts'
import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { StateText, TimeInState } from '#components/hap/binding-state.tsx'
import { shortenId, TenantId } from '#components/hap/tenant-id.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { CellLink, CountLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { formatCount, formatExact } from '#lib/util/format.ts'
import { failingShootsOfAccount, reservedOfAccount, shootsOfAccount } from '../shoots/shoot-links.ts'
import { IfRead } from '../unread-sources.tsx'
import styles from './bindings.module.css'

/** Columns of the bindings list. Their ids are the sort keys of the API. */
export const BINDING_COLUMNS: readonly Column<BindingRow>[] = [
  { id: 'name', header: 'Name', minWidth: 208, sort: 'asc', cell: row => <Name row={row} /> },
  {
    id: 'kind',
    header: 'Kind',
    width: 52,
    sort: 'asc',
    priority: 2,
    narrow: 'hidden',
    cell: row => <KindTag kind={row.kind} />,
  },
  {
    id: 'pool',
    header: 'Pool',
    width: 148,
    grows: true,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    cell: row => <Pool row={row} />,
  },
  { id: 'eu', header: 'EU access', width: 88, extra: true, cell: ({ pool }) => pool && yesOrNo(pool.euAccess) },
  { id: 'shared', header: 'Shared', width: 76, extra: true, cell: ({ pool }) => pool && yesOrNo(pool.shared) },
  {
    id: 'state',
    header: 'State',
    width: 132,
    grows: true,
    sort: 'asc',
    narrow: 'aside',
    cell: ({ state }) => <StateText state={state} />,
  },
  {
    id: 'for',
    header: 'In state',
    tip: 'Time in the current state',
    width: 72,
    align: 'end',
    sort: 'desc',
    priority: 3,
    cell: ({ since, sinceIsFirstLook }) =>
      since !== null && <TimeInState since={since} isFirstLook={sinceIsFirstLook} />,
  },
  {
    id: 'tenant',
    header: 'Global account',
    width: 120,
    grows: true,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: row => <Tenant row={row} />,
  },
  {
    id: 'account',
    header: 'Account',
    width: 116,
    grows: true,
    sort: 'asc',
    priority: 4,
    cell: row => <AccountName row={row} />,
  },
  { id: 'account-kind', header: 'Account kind', width: 132, extra: true, cell: ({ account }) => account.kind },
  {
    id: 'shoots',
    header: 'Shoots',
    width: 120,
    align: 'end',
    sort: 'desc',
    narrow: 'hidden',
    cell: row => <Shoots row={row} />,
  },
  {
    id: 'failing',
    header: 'Failing',
    tip: 'Shoots on the account with infrastructure errors',
    width: 80,
    align: 'end',
    sort: 'desc',
    extra: true,
    cell: ({ name, account, failing }) => (
      <IfRead what="shoots">
        <CountLink
          count={failing}
          href={failingShootsOfAccount(account)}
          noun="failing shoot"
          detail={`on the account of ${name}`}
        />
      </IfRead>
    ),
  },
  {
    id: 'others',
    header: 'Others',
    tip: 'Other bindings of this account',
    width: 64,
    align: 'end',
    sort: 'desc',
    priority: 4,
    cell: row => <Others row={row} />,
  },
  {
    id: 'age',
    header: 'Age',
    width: 92,
    align: 'end',
    sort: 'desc',
    priority: 4,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} as="for" />,
  },
  { id: 'created', header: 'Created', width: 196, extra: true, cell: ({ createdAt }) => formatExact(createdAt) },
  {
    id: 'problems',
    header: 'Problems',
    tip: 'Values of the search field “problem”',
    minWidth: 240,
    extra: true,
    cell: row => <Problems row={row} />,
  },
]

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const yesOrNo = (is: boolean) => (is ? 'yes' : <span className={text.muted}>no</span>)

function Problems({ row: { problems } }: { readonly row: BindingRow }) {
  if (problems.length === 0) return null
  const list = problems.join('; ')
  return <span data-tip={list}>{list}</span>
}

/**
 * In the block layout, this cell also contains the kind, the shoots and the label problems, which
 * have no column there.
 */
function Pool({ row }: { readonly row: BindingRow }) {
  const { pool, labelProblems } = row
  return (
    <>
      <span className={styles.pool}>
        {pool ? <CellLink href={paths.pool(pool)}>{poolName(pool)}</CellLink> : <span className={text.faint}>—</span>}
        <span className={cx(styles.inBlock, styles.kind)}>
          <KindTag kind={row.kind} />
        </span>
        <span className={styles.inBlock}>
          <Shoots row={row} /> shoots
        </span>
      </span>
      {labelProblems.length > 0 && <span className={cx(styles.inBlock, text.muted)}>{labelProblems.join('; ')}</span>}
    </>
  )
}

/** A malformed binding shows its label problems below the name. */
function Name({ row }: { readonly row: BindingRow }) {
  const list = row.labelProblems.join('; ')
  return (
    <>
      <BindingLink binding={row} strong />
      {list !== '' && (
        <span className={cx(styles.problem, text.tiny, text.muted, text.cut)} data-tip={list}>
          {list}
        </span>
      )}
    </>
  )
}

function Tenant({ row: { tenant } }: { readonly row: BindingRow }) {
  if (tenant === null) return null
  if (tenant === '') return <span className={text.faint}>empty</span>
  return <TenantId id={tenant} />
}

/** Most accounts have the name of their binding, so only a different name is shown in full. */
function AccountName({ row: { name, account } }: { readonly row: BindingRow }) {
  if (account.name === name)
    return (
      <span className={text.faint} data-tip="Same name as the binding">
        same
      </span>
    )
  return (
    <span className={text.mono} data-tip={account.name}>
      {shortenId(account.name)}
    </span>
  )
}

function Shoots({ row }: { readonly row: BindingRow }) {
  const { name, account, shoots, reserved, limit, misuse } = row
  return (
    <span data-tip={misuse ? sentenceCase(misuse) : undefined}>
      {misuse && <Icon name="warning" size={12} className={cx(text.warn, styles.misuse)} />}
      <IfRead what="shoots">
        <CountLink
          count={shoots}
          href={shootsOfAccount(account)}
          noun="shoot"
          detail={`on the account of ${name}${misuse ? `: ${misuse}` : ''}`}
        />
        {reserved > 0 && (
          <CellLink
            href={reservedOfAccount(account)}
            aria-label={`and ${formatCount(reserved)} reserved on the account of ${name}`}
            data-tip={`${formatCount(reserved)} reserved: no shoot yet`}
          >
            +{formatCount(reserved)}
          </CellLink>
        )}
      </IfRead>
      {limit !== null && <span className={text.faint}> of {formatCount(limit)}</span>}
    </span>
  )
}

function Others({ row }: { readonly row: BindingRow }) {
  if (row.others === 0) return <span className={text.faint}>0</span>
  return (
    <CountLink
      count={row.others}
      href={paths.binding(row)}
      noun="other binding"
      detail={`of the account of ${row.name}`}
    />
  )
}

import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { CountLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { formatRoom } from '#lib/hap/impact/impact.ts'
import type { PoolRoom } from '#lib/hap/impact/pool-room.ts'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { DestinationView, GroupView, ImpactView } from '#lib/queries/impact/impact-view.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from './impact.module.css'
import { ImpactFlag, RowCount, type ShownRows } from './impact-list.tsx'

const COLUMNS = [
  { header: 'Effect', width: 248 },
  { header: 'Old pool and rule', width: 220 },
  { header: 'New pool and rule', width: 220 },
  { header: 'Count', width: 72, align: 'end' },
  { header: 'Global accounts', width: 112, align: 'end' },
  { header: 'New accounts', width: 116, align: 'end' },
] as const

interface GroupsPanelProps {
  readonly view: Pick<ImpactView, 'groups' | 'more'>
  readonly what: string
  readonly checking: boolean
  readonly onShow: (rows: ShownRows) => void
}

/** Lists changes grouped by old and new pool and rule, worst first. */
export function GroupsPanel({ view: { groups, more }, what, checking, onShow }: GroupsPanelProps) {
  return (
    <Panel title="Changes" aside={groups.length > 0 && 'worst first'}>
      <div aria-busy={checking}>
        {groups.length === 0 ? (
          <p className={styles.note}>No {what}s would move to another pool.</p>
        ) : (
          <SmallTable label="Changes by pool and rule" columns={COLUMNS} folding>
            {groups.map(group => (
              <GroupRow key={group.key} group={group} what={what} onShow={onShow} />
            ))}
          </SmallTable>
        )}
        {more > 0 && <p className={styles.note}>and {formatPlural(more, 'more change')}; the CSV has every row.</p>}
      </div>
    </Panel>
  )
}

interface GroupRowProps {
  readonly group: GroupView
  readonly what: string
  readonly onShow: (rows: ShownRows) => void
}

function GroupRow({ group, what, onShow }: GroupRowProps) {
  const { key, plan, change, concerns, before, after, room, clusters, globalAccounts, needing } = group
  const description = `${plan}, ${formatDestination(before)} to ${formatDestination(after)}`
  return (
    <tr>
      <th scope="row">
        <div className={styles.flags}>
          {[...(concerns.length === 0 || change !== 'moved' ? [change] : []), ...concerns].map(name => (
            <ImpactFlag key={name} name={name} />
          ))}
          {room && room.room !== 'enough' && <PoolRoomText room={room} onShow={onShow} />}
        </div>
      </th>
      <td data-wrap data-fold="line" data-label="old">
        <DestinationCell {...before} />
      </td>
      <td data-wrap data-fold="line" data-label="new">
        <DestinationCell {...after} />
      </td>
      <td data-align="end" data-fold="line" data-label={`${what}s`}>
        <RowCount
          count={clusters}
          what={what}
          which={` of ${description}`}
          rows={{ choice: `group:${key}`, title: `${formatPlural(clusters, what)}: ${description}` }}
          onShow={onShow}
        />
      </td>
      <td data-align="end" data-fold="line" data-label="global accounts">
        <RowCount
          count={globalAccounts}
          what="global account"
          which={` of ${description}`}
          rows={{
            choice: `group:${key}`,
            title: `${formatPlural(globalAccounts, 'global account')}: ${description}`,
            byAccount: true,
          }}
          onShow={onShow}
        />
      </td>
      <td data-align="end" data-fold="line" data-label="another account">
        <RowCount
          count={needing.globalAccounts}
          what="global account"
          which={` of ${description} that would need a new account`}
          rows={{
            choice: `needing:${key}`,
            title: `${formatPlural(needing.globalAccounts, 'global account')} would need a new account: ${description}`,
            byAccount: true,
          }}
          onShow={onShow}
        />
      </td>
    </tr>
  )
}

function formatDestination({ pool }: DestinationView): string {
  return pool ? poolName(pool) : 'no pool'
}

/** Shows a pool with the rule that selects it; without a pool it shows the reason. */
function DestinationCell({ pool, rule, message }: DestinationView) {
  return (
    <div className={styles.destination}>
      {pool ? (
        <PoolName name={pool.hyperscalerType} {...pool} href={paths.pool(pool)} />
      ) : (
        <span className={text.muted}>{message ?? 'no pool'}</span>
      )}
      {rule && (
        <span className={text.tiny} data-tip={`Rule ${rule.no}`}>
          <RuleText text={rule.text} />
        </span>
      )}
    </div>
  )
}

interface PoolRoomTextProps {
  readonly room: PoolRoom
  readonly onShow: (rows: ShownRows) => void
}

/** Shows how many accounts a pool would need and how many are free; each number opens its list. */
function PoolRoomText({ room, onShow }: PoolRoomTextProps) {
  const { pool, needs, free } = room
  if (free === null) return <span className={text.muted}>{formatRoom(room)}</span>
  const [key, name] = [poolKey(pool), poolName(pool)]
  return (
    <span className={text.muted}>
      needs{' '}
      <RowCount
        count={needs}
        what="global account"
        which={` that would need an account in ${name}`}
        rows={{
          choice: `arriving:${key}`,
          title: `${formatPlural(needs, 'global account')} would need an account in ${name}`,
          byAccount: true,
        }}
        onShow={onShow}
      />
      , has{' '}
      <CountLink
        count={free}
        href={free === 0 ? null : paths.bindings({ q: formatIdleBindingsQuery(key) })}
        noun="free account"
        detail={`in ${name}`}
      />{' '}
      free
    </span>
  )
}

/**
 * Search text of the bindings list for the free and unused accounts of a pool. The pool may be one
 * that no rule in force selects.
 */
export function formatIdleBindingsQuery(poolKey: string): string {
  return `pool:${poolKey} account-state:free shoots:0 reserved:0`
}

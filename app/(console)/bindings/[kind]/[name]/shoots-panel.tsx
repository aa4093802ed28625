import { BindingLink } from '#components/hap/binding-link.tsx'
import { Cluster, ShootOperation } from '#components/hap/cluster.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { formatOperation } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { AccountShoot, BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { formatCount } from '#lib/util/format.ts'
import { IfRead, NoneOf } from '../../../unread-sources.tsx'
import styles from './binding.module.css'

const SHOOT = { header: 'Shoot', width: 204 } as const
const REGION = { header: 'Region', width: 136 } as const
const OPERATION = { header: 'Last operation' } as const
const WHEN = { header: 'When', width: 96 } as const
const COLUMNS = [SHOOT, REGION, OPERATION, WHEN]
/** Columns where clusters may refer to another binding of the account. */
const WITH_BINDING = [{ ...SHOOT, width: 148 }, REGION, { header: 'Via binding', width: 280 }, OPERATION, WHEN]

/** Number of clusters shown here. The shoots tab lists all of them. */
const SHOWN = 8

/** Clusters on the account through any of its bindings, failed ones first. */
export function ShootsPanel({ detail }: { readonly detail: BindingDetail }) {
  const { shoots, others, row } = detail
  const columns = others.length > 0 ? WITH_BINDING : COLUMNS
  return (
    <Panel
      title="Shoots on this account"
      aside={
        shoots.length > SHOWN ? (
          <TextLink href={paths.binding(row, { tab: 'shoots' })}>All {formatCount(shoots.length)}</TextLink>
        ) : (
          <IfRead what="shoots">{formatCount(shoots.length)}</IfRead>
        )
      }
    >
      {shoots.length === 0 ? (
        <NoneOf what="shoots">{row.reserved > 0 ? 'No shoots yet.' : 'No shoots use this account.'}</NoneOf>
      ) : (
        <SmallTable label="Shoots on this account" columns={columns} folding>
          {sortBySeverity(shoots)
            .slice(0, SHOWN)
            .map(each => (
              <ShootRow key={`${each.shoot.namespace}/${each.shoot.name}`} each={each} detail={detail} />
            ))}
        </SmallTable>
      )}
    </Panel>
  )
}

function ShootRow({ each, detail }: { readonly each: AccountShoot; readonly detail: BindingDetail }) {
  const { shoot, through } = each
  return (
    <tr>
      <th scope="row" data-wrap>
        <Cluster shoot={shoot} />
      </th>
      <td data-fold="aside">{shoot.region}</td>
      {detail.others.length > 0 && (
        <td data-fold="line">
          <ThroughBinding through={through} row={detail.row} />
        </td>
      )}
      <td data-fold="line" className={styles.wrapping}>
        <ShootOperation shoot={shoot} />
      </td>
      <td data-fold="end" className={text.muted}>
        {shoot.lastOperation && <RelativeTime at={shoot.lastOperation.at} />}
      </td>
    </tr>
  )
}

/**
 * Sorts failed clusters first, then those with a running operation, then the others; stable within
 * each group.
 */
function sortBySeverity(shoots: readonly AccountShoot[]): readonly AccountShoot[] {
  return shoots.toSorted((a, b) => severityRank(a) - severityRank(b))
}

function severityRank({ shoot: { lastOperation, errorCodes, deletedAt } }: AccountShoot): number {
  const outcome = lastOperation ? formatOperation(lastOperation).outcome : 'running'
  if (outcome === 'failed' || errorCodes.length > 0) return 0
  return outcome === 'running' || deletedAt !== null ? 1 : 2
}

interface ThroughBindingProps {
  readonly through: AccountShoot['through']
  /** The binding of the page. */
  readonly row: Pick<BindingRow, 'kind' | 'name'>
}

/** The binding that a cluster refers to, marked unless it is the binding of the page. */
export function ThroughBinding({ through, row }: ThroughBindingProps) {
  if (through.kind === row.kind && through.name === row.name) return <span className={text.mono}>{through.name}</span>
  return (
    <span className={text.row}>
      <BindingLink binding={through} />
      <span className={text.nowrap} data-tip={`${through.kind} ${through.name}`}>
        <Tag tone="warn">other binding</Tag>
      </span>
    </span>
  )
}

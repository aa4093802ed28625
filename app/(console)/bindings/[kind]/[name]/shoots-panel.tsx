import { ShootOperation } from '#components/hap/shoot-operation.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#components/ui/format.ts'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { AccountShoot, BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { Cluster } from './cluster.tsx'
import { ThroughBinding } from './through-binding.tsx'
import { worstFirst } from './worst-first.ts'

const COLUMNS = [
  { header: 'Cluster', width: 148 },
  { header: 'Region', width: 116 },
  { header: 'Through binding' },
  { header: 'Last operation', width: 188 },
  { header: 'When', width: 96 },
] as const

/** Clusters that are shown here; all of them have a tab. */
const SHOWN = 8

interface ShootsPanelProps {
  readonly detail: BindingDetail
  readonly onAll: () => void
}

/** The clusters on the account, through whichever binding; those in trouble first. */
export function ShootsPanel({ detail, onAll }: ShootsPanelProps) {
  const { shoots } = detail
  return (
    <Panel
      title="Shoots on this account"
      aside={
        shoots.length > SHOWN ? (
          <Button look="ghost" size="small" onClick={onAll}>
            All {formatCount(shoots.length)}
          </Button>
        ) : (
          formatCount(shoots.length)
        )
      }
    >
      {shoots.length === 0 ? (
        <NoLines>No cluster uses this account.</NoLines>
      ) : (
        <SmallTable label="Shoots on this account" columns={COLUMNS} folding>
          {worstFirst(shoots)
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
      <th scope="row">
        <Cluster shoot={shoot} />
      </th>
      <td data-fold="aside">{shoot.region}</td>
      <td data-fold="hidden">
        <ThroughBinding through={through} row={detail.row} />
      </td>
      <td data-fold="line">
        <ShootOperation shoot={shoot} />
      </td>
      <td data-fold="end" className={text.muted}>
        {shoot.lastOperation && <RelativeTime at={shoot.lastOperation.at} />}
      </td>
    </tr>
  )
}

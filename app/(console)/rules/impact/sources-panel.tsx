import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { OriginShares } from '#lib/queries/impact/impact-view.ts'
import { formatShare } from '#lib/util/format.ts'
import { RowCount, type ShownRows } from './row-count.tsx'

/** In the order they are asked in. */
const ORIGINS = [
  ['database', 'Claims in the database'],
  ['kim', 'Runtimes and GardenerClusters of KIM'],
  ['import', 'Imported file'],
  ['label', 'Labels of shoots'],
  ['nobody', 'Not known'],
] as const

const ATTRIBUTES = [
  ['plan', 'plan', 'plan', 'line'],
  ['platformRegion', 'platform region', 'region', 'end'],
] as const

const COLUMNS = [
  { header: 'Source' },
  { header: 'Plan', width: 144, align: 'end' },
  { header: 'Platform region', width: 144, align: 'end' },
] as const

interface SourcesPanelProps {
  readonly shares: OriginShares
  readonly clusters: number
  readonly onShow: (rows: ShownRows) => void
}

/** Who tells plan and platform region of clusters, which Gardener does not. */
export function SourcesPanel({ shares, clusters, onShow }: SourcesPanelProps) {
  return (
    <Panel title="Where plans and platform regions come from">
      <SmallTable label="Clusters by source" columns={COLUMNS} folding="late">
        {ORIGINS.map(([origin, name]) => (
          <tr key={origin}>
            <th scope="row">{name}</th>
            {ATTRIBUTES.map(([attribute, words, choice, fold]) => {
              const count = shares[attribute][origin]
              const title = `Clusters whose ${words} is from: ${name}`
              return (
                <td key={attribute} data-align="end" data-fold={fold} data-label={words}>
                  <RowCount
                    count={count}
                    what="cluster"
                    which={`, ${words}: ${name}`}
                    rows={{ choice: `${choice}:${origin}`, title }}
                    onShow={onShow}
                  />{' '}
                  <span className={text.muted}>{formatShare(count, clusters)}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

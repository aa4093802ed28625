import { formatPlural } from '#components/ui/format.ts'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { MISSING_WORDS } from '#lib/hap/impact/words.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import styles from './impact.module.css'
import { RowCount, type ShownRows } from './row-count.tsx'

const COLUMNS = [
  { header: 'Reason' },
  { header: 'Count', width: 96, align: 'end' },
  { header: 'Global accounts', width: 128, align: 'end' },
] as const

interface UnknownPanelProps {
  readonly unknown: ImpactView['unknown']
  readonly what: string
  readonly onShow: (rows: ShownRows) => void
}

/** What nobody can tell anything about, and why. */
export function UnknownPanel({ unknown, what, onShow }: UnknownPanelProps) {
  return (
    <Panel title="Not evaluated">
      {unknown.length === 0 ? (
        <p className={styles.note}>Every {what} was evaluated.</p>
      ) : (
        <SmallTable label="Not evaluated" columns={COLUMNS}>
          {unknown.map(({ missing, clusters, globalAccounts }) => {
            const words = MISSING_WORDS[missing]
            const rows = { choice: `missing:${missing}`, title: `${formatPlural(clusters, what)}: ${words}` }
            return (
              <tr key={missing}>
                <th scope="row">{words}</th>
                <td data-align="end">
                  <RowCount count={clusters} label={`${what}s: ${words}`} rows={rows} onShow={onShow} />
                </td>
                <td data-align="end">
                  <RowCount
                    count={globalAccounts}
                    label={`global accounts with ${what}s: ${words}`}
                    rows={{ ...rows, title: `${formatPlural(globalAccounts, 'global account')}: ${words}` }}
                    onShow={onShow}
                  />
                </td>
              </tr>
            )
          })}
        </SmallTable>
      )}
    </Panel>
  )
}

import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import styles from './impact.module.css'
import type { ShownRows } from './row-count.tsx'
import { TALLY_COLUMNS, TallyCells } from './tally-cells.tsx'

const COLUMNS = [{ header: 'Reason' }, ...TALLY_COLUMNS]

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
        <SmallTable label="Not evaluated" columns={COLUMNS} folding="late">
          {unknown.map(({ missing, ...tally }) => (
            <tr key={missing}>
              <th scope="row">{MISSING_LABELS[missing]}</th>
              <TallyCells
                tally={tally}
                what={what}
                words={MISSING_LABELS[missing]}
                choice={`missing:${missing}`}
                onShow={onShow}
              />
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

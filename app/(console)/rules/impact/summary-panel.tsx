import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { Tally } from '#lib/hap/impact/affected.ts'
import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS } from '#lib/hap/impact/impact.ts'
import { ImpactFlag } from './impact-flag.tsx'
import type { ShownRows } from './row-count.tsx'
import { TallyCells } from './tally-cells.tsx'

interface SummaryPanelProps {
  readonly title: string
  /** What is counted: "cluster" or "request". */
  readonly what: string
  readonly kind: 'change' | 'concern'
  readonly names: readonly (Change | Concern)[]
  readonly tallies: Partial<Readonly<Record<Change | Concern, Tally>>>
  readonly onShow: (rows: ShownRows) => void
}

const NOTHING: Tally = { clusters: 0, globalAccounts: 0 }

/** Clusters and global accounts by what happens to them; each number opens its rows. */
export function SummaryPanel({ title, what, kind, names, tallies, onShow }: SummaryPanelProps) {
  return (
    <Panel title={title}>
      <SmallTable
        label={title}
        folding="late"
        columns={[
          { header: 'What happens' },
          { header: `${what[0]?.toUpperCase()}${what.slice(1)}s`, width: 96, align: 'end' },
          { header: 'Global accounts', width: 128, align: 'end' },
        ]}
      >
        {names.map(name => {
          const tally = tallies[name] ?? NOTHING
          const words = IMPACT_LABELS[name]
          return (
            <tr key={name}>
              <th scope="row">
                {tally.clusters === 0 ? <span className={text.muted}>{words}</span> : <ImpactFlag name={name} />}
              </th>
              <TallyCells tally={tally} what={what} words={words} choice={`${kind}:${name}`} onShow={onShow} />
            </tr>
          )
        })}
      </SmallTable>
    </Panel>
  )
}

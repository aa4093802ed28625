import type { ReactNode } from 'react'
import { Panel } from '#components/ui/panel.tsx'
import { PanelNote } from '#components/ui/panel-note.tsx'
import { countClusters, type RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { formatPlural } from '#lib/util/format.ts'
import { CombinationTable } from './combination-table.tsx'

interface UncoveredPanelProps {
  readonly title: string
  readonly combinations: readonly RequestCombination[]
  /** In place of the table where it is empty, else above it what it means. */
  readonly children: ReactNode
}

/** Combinations that no rule decides. */
export function UncoveredPanel({ title, combinations, children }: UncoveredPanelProps) {
  const clusters = combinations.length > 0 && formatPlural(countClusters(combinations), 'cluster')
  return (
    <Panel title={title} aside={clusters}>
      {combinations.length === 0 ? (
        <PanelNote>{children}</PanelNote>
      ) : (
        <CombinationTable label={title} combinations={combinations} />
      )}
    </Panel>
  )
}

import { useState } from 'react'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { PanelNote } from '#components/ui/panel-note.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import type { RuleUse } from '#lib/hap/analysis/coverage.ts'
import type { Coverage } from '../evaluation/questions.ts'
import { RuleUseRow } from './rule-use-row.tsx'

const COLUMNS = [
  { header: '#', width: 56 },
  { header: 'Rule' },
  { header: 'Clusters', width: 128, align: 'end' },
  { header: 'Last seen', width: 128 },
  { header: 'Pools', width: 240 },
] as const

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'never', label: 'Never chosen' },
  { value: 'unserved', label: 'Without a binding' },
] as const

type Shown = (typeof SHOWN)[number]['value']

/** A file has some dozens. */
const STEP = 200

interface RuleUsePanelProps {
  readonly uses: readonly RuleUse[]
  readonly unserved: Coverage['unserved']
}

/** How often each rule was chosen, when it was last, and where it leads to no binding. */
export function RuleUsePanel({ uses, unserved }: RuleUsePanelProps) {
  const [shown, setShown] = useState<Shown>('all')
  const missing = new Map(unserved.map(({ rule, reaches }) => [rule, reaches]))
  const rows = uses.filter(({ rule, clusters }) => {
    if (shown === 'all') return true
    return shown === 'never' ? clusters === 0 : missing.has(rule)
  })
  const first = useFirstRows(rows, STEP)
  return (
    <Panel title="Rules" aside={<Segmented label="Rules to show" value={shown} options={SHOWN} onChange={setShown} />}>
      {rows.length === 0 ? (
        <PanelNote>{shown === 'never' ? 'Every rule was chosen.' : 'Every rule leads to a binding.'}</PanelNote>
      ) : (
        <SmallTable label="Rules by use" columns={COLUMNS} folding>
          {first.shown.map(use => (
            <RuleUseRow key={use.rule.index} use={use} missing={missing.get(use.rule) ?? []} columns={COLUMNS.length} />
          ))}
        </SmallTable>
      )}
      <MoreRows {...first.more} what="rule" />
    </Panel>
  )
}

import { useState } from 'react'
import { formatPlural } from '#components/ui/format.ts'
import { Panel } from '#components/ui/panel.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import type { RuleUse } from '#lib/hap/coverage/cover-rules.ts'
import styles from './coverage.module.css'
import { RuleUseRow } from './rule-use-row.tsx'
import type { Coverage } from './use-coverage.ts'

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

/** More are a number; a file has some dozens. */
const MOST = 200

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
  return (
    <Panel title="Rules" aside={<Segmented label="Rules to show" value={shown} options={SHOWN} onChange={setShown} />}>
      {rows.length === 0 ? (
        <p className={styles.none}>{shown === 'never' ? 'Every rule was chosen.' : 'Every rule leads to a binding.'}</p>
      ) : (
        <SmallTable label="Rules by use" columns={COLUMNS} folding>
          {rows.slice(0, MOST).map(use => (
            <RuleUseRow key={use.rule.index} use={use} missing={missing.get(use.rule) ?? []} columns={COLUMNS.length} />
          ))}
        </SmallTable>
      )}
      {rows.length > MOST && <p className={styles.more}>and {formatPlural(rows.length - MOST, 'more rule')}</p>}
    </Panel>
  )
}

import type { ReactNode } from 'react'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import type { ComparedPart } from '#lib/queries/simulator/compare-rules.ts'
import styles from './compare.module.css'
import { PART_WORDS } from './part-words.ts'

const PARTS: readonly ComparedPart[] = ['rule', 'pool', 'selector', 'outcome', 'account']

interface ComparisonTableProps {
  /** Heads of the two sides. */
  readonly names: readonly [string, string]
  readonly aside?: ReactNode
  /** Parts that differ. */
  readonly differing: readonly ComparedPart[]
  readonly cell: (part: ComparedPart, side: 'left' | 'right') => ReactNode
  /** What stands below the table. */
  readonly children?: ReactNode
}

/** Two sides beside each other, part by part. */
export function ComparisonTable({ names, aside, differing, cell, children }: ComparisonTableProps) {
  const columns = [{ header: 'Part', width: 164 }, { header: names[0] }, { header: names[1] }]
  return (
    <Panel title={`${names[0]} and ${names[1]}`} aside={aside}>
      <SmallTable label="Comparison" columns={columns} folding="late">
        {PARTS.map(part => (
          <tr key={part}>
            <th scope="row">
              <span className={styles.part}>
                {PART_WORDS[part]}
                {differing.includes(part) && <Tag tone="warn">differs</Tag>}
              </span>
            </th>
            <td data-wrap data-fold="line" data-label={names[0]}>
              {cell(part, 'left')}
            </td>
            <td data-wrap data-fold="line" data-label={names[1]}>
              {cell(part, 'right')}
            </td>
          </tr>
        ))}
      </SmallTable>
      {children}
    </Panel>
  )
}

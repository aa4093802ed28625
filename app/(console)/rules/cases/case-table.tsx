import { useState } from 'react'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { Panel, PanelNote } from '#components/ui/panel.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { type CaseResult, describeExpectation } from '#lib/hap/cases/run-cases.ts'
import { formatRequest } from '#lib/hap/request.ts'
import { CaseText } from './case-text.tsx'

const COLUMNS = [
  { header: 'Result', width: 96 },
  { header: 'Case' },
  { header: 'Request' },
  { header: 'Expected' },
  { header: 'Under the draft' },
  { header: 'Change', width: 144, align: 'end' },
] as const

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'failing', label: 'Failing' },
] as const

const STEP = 200

interface CaseTableProps {
  readonly cases: readonly PinnedCase[]
  /** Results in the order of `cases`; null while the draft has errors. */
  readonly results: readonly CaseResult[] | null
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** Lists every case with its expectation and its result, in the order of the file. */
export function CaseTable({ cases, results, onEdit, onRemove }: CaseTableProps) {
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all')
  const all = cases.map((pinned, index) => {
    const result = results?.[index]
    // Results arrive after an edit of the list, so a result may still belong to another case.
    return { pinned, index, result: result?.name === pinned.name ? result : null }
  })
  const rows = shown === 'all' ? all : all.filter(({ result }) => result?.passed === false)
  const first = useFirstRows(rows, STEP)
  return (
    <Panel title="Cases" aside={<Segmented label="Cases to show" value={shown} options={SHOWN} onChange={setShown} />}>
      {rows.length === 0 ? (
        <PanelNote>No case fails.</PanelNote>
      ) : (
        <SmallTable label="Cases" columns={COLUMNS} folding>
          {first.shown.map(({ pinned, index, result }) => (
            <tr key={pinned.name}>
              <td>{renderResult(result)}</td>
              <th scope="row" data-tip={pinned.name}>
                {pinned.name}
              </th>
              <td className={text.mono} data-fold="line" data-tip={formatRequest(pinned.request)}>
                {formatRequest(pinned.request)}
              </td>
              <td data-wrap data-fold="line" data-label="expected">
                <CaseText text={describeExpectation(pinned.expected)} />
              </td>
              <td data-wrap data-fold="line" data-label="draft" className={result?.passed ? text.muted : undefined}>
                <CaseText text={result?.actual ?? '—'} />
              </td>
              <td data-align="end" data-fold="end">
                <Button size="small" look="ghost" aria-label={`Edit ${pinned.name}`} onClick={() => onEdit(index)}>
                  Edit
                </Button>
                <Button size="small" look="ghost" aria-label={`Remove ${pinned.name}`} onClick={() => onRemove(index)}>
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      <MoreRows {...first.more} what="case" />
    </Panel>
  )
}

function renderResult(result: CaseResult | null) {
  if (!result) return <span className={text.faint}>not run</span>
  return result.passed ? <Verdict outcome="ok">holds</Verdict> : <Verdict outcome="wrong">fails</Verdict>
}

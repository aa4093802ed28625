'use client'

import { useState } from 'react'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LiveText } from '#components/ui/live-region.tsx'
import { Strip } from '#components/ui/message.tsx'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { Panel, PanelNote } from '#components/ui/panel.tsx'
import { saveText } from '#components/ui/save-file.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.tsx'
import { MAX_CASES } from '#lib/hap/cases/cases-document.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { type CaseResult, describeExpectation } from '#lib/hap/cases/run-cases.ts'
import { formatRequest } from '#lib/hap/request.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { useDraft } from '../use-draft.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { CaseText } from './case-text.tsx'
import styles from './cases.module.css'
import { ImportCasesDialog } from './import-cases-dialog.tsx'
import { type CasesEdit, useCases } from './use-cases.ts'

type Open = { readonly kind: 'import' } | { readonly kind: 'case'; readonly index: number | null }

/** Lists the pinned cases and runs them against each change of the draft. */
export function CasesTab() {
  const { checked, inForce } = useDraft()
  const { cases, results, text, changed, change, replace } = useCases()
  const [open, setOpen] = useState<Open | null>(null)
  if (cases === null) return <TabSkeleton />
  const close = () => setOpen(null)
  const edit = async (changes: CasesEdit, inverse: CasesEdit, done: (undo: () => Promise<void>) => void) => {
    const undo = await change(changes, inverse).catch(() => null)
    if (undo === null) showToast({ text: 'Not changed: the cases could not be read. Try again.', failed: true })
    else done(undo)
  }
  const remove = (index: number) => {
    const removed = cases[index]
    if (!removed) return
    void edit(
      removeCase(removed.name),
      all => all.toSpliced(index, 0, removed),
      undo => showToast({ text: `Removed “${removed.name}”.`, action: { label: 'Undo', run: () => void undo() } }),
    )
  }
  const keep = (before: PinnedCase | null, pinned: PinnedCase) =>
    before === null
      ? edit(all => [...all, pinned], removeCase(pinned.name), close)
      : edit(replaceCase(before.name, pinned), replaceCase(pinned.name, before), close)
  const bar = (
    <>
      {changed && inForce.pinned !== '' && (
        <Button
          onClick={() => {
            replace(null)
            showToast({ text: 'The cases were discarded.', action: { label: 'Undo', run: () => replace(text) } })
          }}
        >
          Discard changes
        </Button>
      )}
      <Button onClick={() => setOpen({ kind: 'import' })}>Import YAML</Button>
      <Button disabledReason={cases.length === 0 ? 'No cases.' : null} onClick={() => saveText('cases.yaml', text)}>
        Export YAML
      </Button>
      <Button
        disabledReason={cases.length >= MAX_CASES ? `The limit of ${formatCount(MAX_CASES)} cases is reached.` : null}
        onClick={() => setOpen({ kind: 'case', index: null })}
      >
        Add case
      </Button>
    </>
  )
  return (
    <>
      {checked && !checked.valid && cases.length > 0 && (
        <Strip tone="warn">The draft has errors, so no case was run. Fix the errors in the editor.</Strip>
      )}
      {cases.length === 0 ? (
        <EmptyState reason="empty" title="No cases pinned" actions={bar}>
          A case is a request with its expected result: a rule, a pool, a selector, or no matching rule. Add a case here
          or from the simulator, or import a file. hap conformance runs the same file in CI.
        </EmptyState>
      ) : (
        <div className={styles.cases}>
          <div className={styles.bar}>
            <p className={styles.summary}>
              <LiveText>{formatCasesSummary(results, cases.length)}</LiveText>{' '}
              {changed && <Tag tone="warn">Unpublished cases</Tag>}
            </p>
            <div className={styles.actions}>{bar}</div>
          </div>
          <CaseTable
            cases={cases}
            results={results}
            onEdit={index => setOpen({ kind: 'case', index })}
            onRemove={remove}
          />
        </div>
      )}
      {open?.kind === 'import' && (
        <ImportCasesDialog
          count={cases.length}
          onImport={taken => {
            replace(taken)
            close()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'case' && (
        <CaseDialog
          pinned={open.index === null ? null : (cases[open.index] ?? null)}
          others={cases.filter((_, index) => index !== open.index)}
          onSave={pinned => keep(open.index === null ? null : (cases[open.index] ?? null), pinned)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Names are unique within a list of cases. */
function removeCase(name: string): CasesEdit {
  return all => all.filter(each => each.name !== name)
}

function replaceCase(name: string, pinned: PinnedCase): CasesEdit {
  return all => all.map(each => (each.name === name ? pinned : each))
}

/** Summarizes the results in a sentence. `results` is null while the draft has errors. */
export function formatCasesSummary(results: readonly CaseResult[] | null, count: number): string {
  if (results === null) return `${formatPlural(count, 'case')}, not run.`
  const failed = results.filter(({ passed }) => !passed).length
  if (failed === 0) return count === 1 ? 'The case passes.' : `All ${formatCount(count)} cases pass.`
  return `${formatCount(failed)} of ${formatPlural(count, 'case')} ${failed === 1 ? 'fails' : 'fail'}.`
}

const COLUMNS = [
  { header: 'Result', width: 96 },
  { header: 'Case' },
  { header: 'Request' },
  { header: 'Expected' },
  { header: 'Result with draft' },
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
function CaseTable({ cases, results, onEdit, onRemove }: CaseTableProps) {
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
        <PanelNote>No failing cases.</PanelNote>
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
  return result.passed ? <Verdict outcome="ok">passed</Verdict> : <Verdict outcome="wrong">failed</Verdict>
}

'use client'

import { useState } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import text from '#components/ui/text.module.css'
import { CHANGES, CONCERNS } from '#lib/hap/impact/destination.ts'
import { REPLAYED_DAYS } from '#lib/hap/impact/impact.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import type { Population } from '#lib/queries/impact/population.ts'
import { formatPlural } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { useDraft } from '../use-draft.tsx'
import { useImportedPlans } from '../use-seen-requests.ts'
import { GroupsPanel } from './groups-panel.tsx'
import styles from './impact.module.css'
import { RowCount, type ShownRows } from './impact-list.tsx'
import { SourcesPanel, SummaryPanel, UnknownPanel } from './impact-panels.tsx'
import { ExportButton } from './listed-dialog.tsx'
import { formatUnknownNames, PlansImport } from './plans-import.tsx'
import { AccountsDialog, RowsDialog } from './rows-dialog.tsx'
import { useImpact } from './use-impact.ts'

const SHOWN = [
  { value: 'clusters', label: 'Clusters' },
  { value: 'requests', label: `Requests, last ${REPLAYED_DAYS} days` },
] as const

/** Previews the impact of the draft on current clusters, or on recent requests. */
export function ImpactTab() {
  const { text: draft, checked, changed, person } = useDraft()
  const { imported } = useImportedPlans()
  const [population, setPopulation] = useState<Population>('clusters')
  const [shown, setShown] = useState<ShownRows | null>(null)
  const isValid = checked?.text === draft && checked.valid
  const draftQuestion = { text: draft, population, person: person.name, imported: imported?.id ?? null }
  const { view, partial, importCheck, question, checking, error, retry } = useImpact(draftQuestion, isValid)
  const unknown = imported && importCheck && formatUnknownNames(importCheck)
  const what = question.population === 'clusters' ? 'cluster' : 'request'
  if (checked?.text === draft && !checked.valid) {
    return (
      <EmptyState reason="empty" title="The draft has errors">
        Fix the errors in the editor. The impact will appear as soon as the rules are valid.
      </EmptyState>
    )
  }
  if (view === null) return error ? <ReadFailure error={error} onRetry={retry} /> : <TabSkeleton />
  return (
    <>
      {error && <RefreshFailure error={error} onRetry={retry} />}
      {partial && (
        <Strip tone="warn">The database is not responding. Clusters known only to the database are not counted.</Strip>
      )}
      {imported && unknown && (
        <Strip tone="warn" announce>
          {imported.name}: {unknown}
        </Strip>
      )}
      <div className={styles.impact}>
        <div className={styles.bar}>
          <Segmented label="Compared with" value={population} options={SHOWN} onChange={setPopulation} />
          <div className={styles.actions}>
            {population === 'clusters' && <PlansImport />}
            <ExportButton
              question={question}
              choice="all"
              disabledReason={view.all.clusters === 0 ? `No ${what}s.` : null}
            />
          </div>
        </div>
        <ImpactSentence view={view} what={what} changed={changed} onShow={setShown} />
        {view.estimated && <p className={text.muted}>{ESTIMATE_MESSAGE}</p>}
        <div className={styles.pair} aria-busy={checking}>
          <SummaryPanel
            title="Outcome"
            what={what}
            kind="change"
            names={CHANGES}
            tallies={view.changes}
            onShow={setShown}
          />
          <SummaryPanel
            title="Needs review"
            what={what}
            kind="concern"
            names={CONCERNS}
            tallies={view.concerns}
            onShow={setShown}
          />
        </div>
        <GroupsPanel view={view} what={what} checking={checking} onShow={setShown} />
        <div className={styles.pair}>
          <UnknownPanel unknown={view.unknown} what={what} onShow={setShown} />
          {question.population === 'clusters' && (
            <SourcesPanel shares={view.shares} clusters={view.all.clusters} onShow={setShown} />
          )}
        </div>
      </div>
      {shown?.byAccount && (
        <AccountsDialog
          question={question}
          shown={shown}
          what={what}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
      {shown && !shown.byAccount && <RowsDialog question={question} shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface ImpactSentenceProps {
  readonly view: Pick<ImpactView, 'all' | 'changes' | 'unknown'>
  /** The counted noun: "cluster" or "request". */
  readonly what: string
  readonly changed: boolean
  readonly onShow: (rows: ShownRows) => void
}

/** Summarizes the impact in one or two sentences; each number opens its rows. */
export function ImpactSentence({ view: { all, changes, unknown }, what, changed, onShow }: ImpactSentenceProps) {
  const open = unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  const moves = all.clusters - open - changes.unchanged.clusters - changes.unmatched.clusters
  const renderCount = (count: number, condition: string, choice: string) => (
    <RowCount
      count={count}
      what={what}
      which={` ${condition}`}
      rows={{ choice, title: `${formatPlural(count, what)} ${condition}` }}
      onShow={onShow}
    />
  )
  return (
    <p className={text.muted}>
      {changed ? (
        <>
          The draft changes the pool of {renderCount(moves, 'that would move', 'changing')} {pluralize(what, moves)} of{' '}
          {renderCount(all.clusters, 'evaluated', 'all')}.
        </>
      ) : (
        'The draft equals the rules in force.'
      )}
      {open > 0 && (
        <>
          {' '}
          {renderCount(open, 'that cannot be evaluated', 'unknown')} {pluralize(what, open)} cannot be evaluated.
        </>
      )}{' '}
      Existing clusters do not move. This shows where the same request would go now.
    </p>
  )
}

function pluralize(what: string, count: number): string {
  return count === 1 ? what : `${what}s`
}

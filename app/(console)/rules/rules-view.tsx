'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { MergedRules } from '#lib/rules-file/merge-rules.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../person.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { evaluation } from './evaluation/evaluation-thread.ts'
import { PublishButton } from './revisions/publish-button.tsx'
import { CASES_DRAFT } from './tab-drafts.ts'
import { TabSkeleton } from './tab-skeleton.tsx'
import { DraftProvider, useCasesChanged, useDraft, useTab } from './use-draft.tsx'

/** Loads the rules in force and shows the workbench on them. */
export function RulesView({ person }: { readonly person: Person }) {
  const { data, error, refetch } = useQuery(rulesQuery())
  const retry = () => void refetch()
  if (data)
    return (
      <DraftProvider inForce={data} person={person}>
        <Workbench notice={error && <RefreshFailure error={error} onRetry={retry} />} />
      </DraftProvider>
    )
  return (
    <>
      <PageHead title="Rules" />
      {error ? <ReadFailure error={error} onRetry={retry} /> : <TabSkeleton />}
    </>
  )
}

const CasesTag = lazy(() => import('./title-tags.tsx').then(file => ({ default: file.CasesTag })))
const DriftTag = lazy(() => import('./title-tags.tsx').then(file => ({ default: file.DriftTag })))

/** The page head, notices and tabs around the draft. */
function Workbench({ notice }: { readonly notice: ReactNode }) {
  const [chosen, choose] = useTab()
  const [resetting, setResetting] = useState(false)
  const { changed, outdated, inForce, refusal, person, reset } = useDraft()
  const observeModeReason = useObserveModeReason()
  const casesChanged = useCasesChanged()
  const { id, Content } = rulesTab(chosen)
  return (
    <>
      <PageHead
        title="Rules"
        badge={
          <>
            {changed && <Tag tone="warn">Unpublished draft</Tag>}
            <Suspense fallback={null}>
              <CasesTag />
              <DriftTag />
            </Suspense>
          </>
        }
        summary={`${formatPlural(inForce.rules, 'rule')} in force, ${inForce.origin}`}
        actions={
          <>
            <Button disabledReason={changed || casesChanged ? null : 'No changes.'} onClick={() => setResetting(true)}>
              Discard
            </Button>
            <PublishButton />
          </>
        }
      />
      {notice}
      {refusal !== null && (
        <Strip tone="info" icon="forbidden">
          You can edit a draft of the rules and see its impact.{' '}
          {observeModeReason ?? `Publishing requires the admin role; your role is ${person.role}.`}
        </Strip>
      )}
      <EvaluationNotice />
      {outdated && <OutdatedNotice />}
      <Tabs
        label="Rules"
        tabs={RULES_TABS}
        selected={id}
        onSelect={tab => choose(tab === RULES_TABS[0].id ? '' : tab)}
      />
      <TabPanel id={id} fill>
        <Suspense fallback={<TabSkeleton />}>
          <Content />
        </Suspense>
      </TabPanel>
      {resetting && (
        <ResetDialog
          what={formatDiscardMessage(changed, casesChanged)}
          onReset={() => {
            reset()
            CASES_DRAFT.set(person.name, null)
          }}
          onClose={() => setResetting(false)}
        />
      )}
    </>
  )
}

function formatDiscardMessage(rules: boolean, cases: boolean): string {
  if (!cases) return 'The editor returns to the rules in force.'
  if (!rules) return 'The pinned cases return to those published with the rules in force.'
  return 'The editor returns to the rules in force, and the pinned cases to those published with them.'
}

interface ResetDialogProps {
  /** A sentence about what is discarded. */
  readonly what: string
  readonly onReset: () => void
  readonly onClose: () => void
}

function ResetDialog({ what, onReset, onClose }: ResetDialogProps) {
  const discard = () => {
    onReset()
    onClose()
  }
  return (
    <Dialog
      title="Discard your draft?"
      description={what}
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button look="danger" onClick={discard}>
            Discard changes
          </Button>
        </>
      }
      onClose={onClose}
    />
  )
}

/**
 * The tabs in display order; the first is the default. Each loads when it opens, takes no props,
 * and reads the draft with useDraft().
 */
const RULES_TABS = [
  {
    id: 'editor',
    label: 'Editor',
    Content: lazy(() => import('./editor/editor-tab.tsx').then(file => ({ default: file.EditorTab }))),
  },
  {
    id: 'impact',
    label: 'Impact',
    Content: lazy(() => import('./impact/impact-tab.tsx').then(file => ({ default: file.ImpactTab }))),
  },
  {
    id: 'cases',
    label: 'Cases',
    Content: lazy(() => import('./cases/cases-tab.tsx').then(file => ({ default: file.CasesTab }))),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    Content: lazy(() => import('./coverage/coverage-tab.tsx').then(file => ({ default: file.CoverageTab }))),
  },
  {
    id: 'four-rules',
    label: 'Import legacy properties',
    Content: lazy(() => import('./four-rules-tab.tsx').then(file => ({ default: file.FourRulesTab }))),
  },
  {
    id: 'revisions',
    label: 'Revisions',
    Content: lazy(() => import('./revisions/revisions-tab.tsx').then(file => ({ default: file.RevisionsTab }))),
  },
] as const

type RulesTab = (typeof RULES_TABS)[number]

/** Returns the tab with this id; the first for an empty or unknown id. */
function rulesTab(name: string): RulesTab {
  return RULES_TABS.find(({ id }) => id === name) ?? RULES_TABS[0]
}

/** Describes the result of a merge and its conflicts. */
function formatMergeMessage({ conflicts, frameDropped }: MergedRules): string {
  const [first] = conflicts
  const theirs = first && (first.theirs === null ? 'was removed' : `was ${first.theirs}`)
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : ''
  return [
    'Your draft is rebased on the rules in force.',
    first && `Both changed ${first.mine ?? 'a rule that you removed'}${more}: your version is kept, theirs ${theirs}.`,
    frameDropped && 'Your text around the rules was dropped because it has changed since.',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Says that other rules came into force during editing, and offers to merge or to continue. No text
 * is lost.
 */
function OutdatedNotice() {
  const { text, inForce, base, change, rebase } = useDraft()
  const [problem, setProblem] = useState<string | null>(null)
  const apply = async () => {
    const input = { base, mine: text, theirs: inForce.text }
    const merged = await evaluation.ask('merge', input).catch(() => undefined)
    if (merged === undefined) return setProblem('The console is not responding. Your text is kept.')
    if (merged === null) return setProblem('Your text is not a valid list of rules, so the draft could not be rebased.')
    rebase(merged.text)
    showToast({
      text: formatMergeMessage(merged),
      action: { label: 'Undo', run: () => change(text) },
    })
  }
  return (
    <Strip
      tone="warn"
      announce
      action={
        <>
          <Button size="small" onClick={() => void apply()}>
            Rebase my draft
          </Button>
          <Button size="small" look="ghost" onClick={() => rebase(text)}>
            Keep my draft
          </Button>
        </>
      }
    >
      The rules were changed while you were editing: {inForce.origin} is now in force, and your draft does not contain
      those changes. {problem}
    </Strip>
  )
}

/** Says that the worker failed. The notice disappears with the next answer. */
function EvaluationNotice() {
  const broken = useSyncExternalStore(
    evaluation.subscribe,
    () => evaluation.broken,
    () => false,
  )
  if (!broken) return null
  return (
    <Strip
      tone="danger"
      announce
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      The rule evaluation could not be loaded or has stopped. Problems, cases and coverage may belong to an earlier
      text. The console retries every few seconds. If this message stays, reload the page. Your text and cases are kept.
    </Strip>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../person.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { EvaluationNotice, OutdatedNotice } from './notices.tsx'
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
  const casesChanged = useCasesChanged()
  const { id, Content } = rulesTab(chosen)
  return (
    <>
      <PageHead
        title="Rules"
        badge={
          <>
            {changed && <Tag tone="warn">not published</Tag>}
            <Suspense fallback={null}>
              <CasesTag />
              <DriftTag />
            </Suspense>
          </>
        }
        summary={`${formatPlural(inForce.rules, 'rule')} in force, ${inForce.origin}`}
        actions={
          <>
            <Button
              disabledReason={changed || casesChanged ? null : 'There are no changes.'}
              onClick={() => setResetting(true)}
            >
              Discard
            </Button>
            <PublishButton />
          </>
        }
      />
      {notice}
      {refusal !== null && (
        <Strip tone="info" icon="forbidden">
          You can change the rules on this page and see what that does. Publishing them needs the role admin; yours is{' '}
          {person.role}.
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
  if (!cases) return 'The rules go back to those in force.'
  if (!rules) return 'The pinned cases go back to those published with the rules in force.'
  return 'The rules go back to those in force, and the pinned cases to those published with them.'
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
      title="Discard your changes?"
      description={`${what} Nothing else is changed.`}
      actions={
        <>
          <Button onClick={onClose}>Keep them</Button>
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
    label: 'Four-rule import',
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

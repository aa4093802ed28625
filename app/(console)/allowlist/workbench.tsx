'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { allowlistQuery } from '#app/data/global-account-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button, DownloadLink } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { paths } from '#lib/paths.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Person } from '../person.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './allowlist.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { draftProblem, type Editing, useDraft } from './draft.ts'
import { HistoryTab } from './history-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useConsequences } from './use-consequences.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then(file => ({ default: file.ImportDialog })))
const ReviewDialog = lazy(() => import('./review-dialog.tsx').then(file => ({ default: file.ReviewDialog })))

interface WorkbenchProps {
  readonly answer: AllowlistDetail
  readonly person: Person
  /** Notice that the data may be stale; null when it is not. */
  readonly notice: ReactNode
  /** Refetches the settings in force and their history. */
  readonly onChanged: () => Promise<void>
}

const TABS = [
  { id: 'settings', label: 'Settings' },
  { id: 'history', label: 'History' },
] as const

/** The settings in force, the draft of a user who may edit, and the dialogs to import and save. */
function Workbench({ answer, person, notice, onChanged }: WorkbenchProps) {
  const [chosen, choose] = useParameter('tab', { step: true })
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<'import' | 'review' | null>(null)
  const editing = useDraft(answer, person.name)
  const foreseen = useConsequences(answer, editing)
  const observeModeReason = useObserveModeReason()
  const refusal = observeModeReason ?? roleDisabledReason(person.role, NEEDED_ROLES.allowlist)
  const tab = chosen === 'history' ? 'history' : 'settings'
  const select = (id: 'settings' | 'history') => choose(id === 'settings' ? '' : id)

  const take = (settings: MultiAccount) => {
    editing.replace(settings)
    select('settings')
  }
  const show = (dialog: 'import' | 'review') => {
    setOpen(dialog)
    // The review compares the draft with the settings in force at the time it opens.
    if (dialog === 'review') void onChanged()
  }
  const saved = async (version: number) => {
    editing.discard()
    await onChanged()
    setOpen(null)
    showToast({ text: `Version ${version} is in force.`, detail: 'New decisions use this version.' })
  }
  return (
    <>
      <PageHead
        title="Allowlist and limits"
        badge={editing.changed && <Tag tone="warn">Unsaved draft</Tag>}
        facts={<SettingsOrigin answer={answer} />}
        actions={<HeadActions editing={editing} refusal={refusal} typed={typed} onOpen={show} />}
      />
      {notice}
      {refusal !== null && (
        <Strip tone="info" icon="forbidden">
          You can view the allowlist and limits.{' '}
          {observeModeReason ?? `Changing them requires the admin role; your role is ${person.role}.`}
        </Strip>
      )}
      {answer.ifMultiAccountOff !== null && (
        <UpgradeNotice
          ifMultiAccountOff={answer.ifMultiAccountOff}
          refusal={refusal ?? (editing.changed ? 'Save or discard the draft.' : null)}
          onConfirm={() => show('review')}
        />
      )}
      <Tabs label="Allowlist" tabs={TABS} selected={tab} onSelect={select} />
      <TabPanel id={tab}>
        {tab === 'history' ? (
          <HistoryTab inForce={answer.version} refusal={refusal} onTake={take} />
        ) : (
          <SettingsTab
            adding={{ typed, onType: setTyped }}
            editing={editing}
            foreseen={foreseen}
            mayEdit={refusal === null}
            conflict={editing.outdated && <ConflictNotice answer={answer} editing={editing} />}
          />
        )}
      </TabPanel>
      <Suspense fallback={null}>
        {open === 'import' && <ImportDialog onTake={take} onClose={() => setOpen(null)} />}
        {open === 'review' && (
          <ReviewDialog
            answer={answer}
            editing={editing}
            foreseen={foreseen}
            person={person}
            onClose={() => setOpen(null)}
            onConflict={onChanged}
            onSaved={saved}
          />
        )}
      </Suspense>
    </>
  )
}

interface UpgradeNoticeProps {
  readonly ifMultiAccountOff: NonNullable<AllowlistDetail['ifMultiAccountOff']>
  /** Why the user cannot confirm the settings now; null when the user can. */
  readonly refusal: string | null
  readonly onConfirm: () => void
}

/** Asks an administrator to confirm the settings that an upgrade has kept in force. */
function UpgradeNotice({ ifMultiAccountOff, refusal, onConfirm }: UpgradeNoticeProps) {
  const { globalAccounts, stranded, blocked } = ifMultiAccountOff
  return (
    <Strip
      tone="warn"
      action={
        <Button disabledReason={refusal} onClick={onConfirm}>
          Confirm settings
        </Button>
      }
    >
      The upgrade kept the previous default. If multiple accounts were off,{' '}
      {formatPlural(globalAccounts, 'global account')} would no longer be allowed them
      {stranded > 0 && `, ${formatCount(stranded)} of which own multiple accounts in one pool`}.
      {blocked > 0 && ` The next cluster of ${formatPlural(blocked, 'global account')} would wait or be refused.`}
    </Strip>
  )
}

interface HeadActionsProps {
  readonly editing: Editing
  /** Why the user may not edit; null when the user may. */
  readonly refusal: string | null
  /** Text of the input box for ids, which is not part of the draft. */
  readonly typed: string
  readonly onOpen: (dialog: 'import' | 'review') => void
}

function HeadActions({ editing, refusal, typed, onOpen }: HeadActionsProps) {
  const { changed, edited, discard, restore } = editing
  const discardDraft = () => {
    discard()
    showToast({ text: 'The changes were discarded.', action: { label: 'Undo', run: () => restore(edited) } })
  }
  const isLeft = edited.draft.scope === 'listed' && typed.trim() !== ''
  const leftInBox = isLeft ? 'The input still contains text. Add the IDs or clear the input first.' : null
  const nothing = changed ? null : 'No changes.'
  return (
    <>
      <Button disabledReason={refusal} onClick={() => onOpen('import')}>
        Import YAML
      </Button>
      <DownloadLink href={paths.allowlistYaml()}>Export YAML</DownloadLink>
      {refusal === null && (
        <Button disabledReason={nothing} onClick={discardDraft}>
          Discard
        </Button>
      )}
      <Button
        look="primary"
        disabledReason={refusal ?? nothing ?? leftInBox ?? draftProblem(edited.draft)}
        onClick={() => onOpen('review')}
      >
        Review and save
      </Button>
    </>
  )
}

/** Source of the settings in force: author, time and reason of the version, or the file. */
function SettingsOrigin({ answer: { version, set, start } }: { readonly answer: AllowlistDetail }) {
  if (set === null) {
    return <span>From {start} (not changed yet)</span>
  }
  return (
    <>
      <span className={text.strong}>Version {version}</span>
      <span>
        {set.actor}, <RelativeTime at={set.at} />
      </span>
      <span className={`${text.cut} ${styles.reason}`} data-tip={set.reason}>
        “{set.reason}”{set.ticket !== null && set.ticket !== '' && ` (${set.ticket})`}
      </span>
    </>
  )
}

/** Who may own multiple accounts, and how many clusters an account carries. */
export function AllowlistView({ person }: { readonly person: Person }) {
  const { data, error, refetch } = useQuery(allowlistQuery())
  const queries = useQueryClient()
  const retry = () => void refetch()
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: ['allowlist-history'] })
    await refetch()
  }
  if (data)
    return (
      <Workbench
        answer={data}
        person={person}
        notice={error && <RefreshFailure error={error} onRetry={retry} />}
        onChanged={refresh}
      />
    )
  return (
    <>
      <PageHead title="Allowlist and limits" />
      {error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <div className={styles.reading} aria-busy="true">
          <Skeleton width="100%" height={220} />
          <Skeleton width="100%" height={320} />
        </div>
      )}
    </>
  )
}

'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { showToast } from '#components/ui/toast.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleRefusal } from '#lib/auth/roles.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import type { Person } from '../person.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { HeadActions } from './head-actions.tsx'
import { HistoryTab } from './history-tab.tsx'
import { Origin } from './origin.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useConsequences } from './use-consequences.ts'
import { useEdited } from './use-edited.ts'

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
export function Workbench({ answer, person, notice, onChanged }: WorkbenchProps) {
  const [chosen, choose] = useParameter('tab', { step: true })
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<'import' | 'review' | null>(null)
  const editing = useEdited(answer, person.name)
  const foreseen = useConsequences(answer, editing)
  const refusal = roleRefusal(person.role, NEEDED_ROLES.allowlist)
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
    showToast({ text: `Version ${version} is in force.`, detail: 'Decisions use it from now on.' })
  }
  return (
    <>
      <PageHead
        title="Allowlist"
        badge={editing.changed && <Tag tone="warn">not saved</Tag>}
        facts={<Origin answer={answer} />}
        actions={<HeadActions editing={editing} refusal={refusal} typed={typed} onOpen={show} />}
      />
      {notice}
      {refusal !== null && (
        <Strip tone="info" icon="forbidden">
          You can view the allowlist and limits. Changing them needs the role admin; yours is {person.role}.
        </Strip>
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

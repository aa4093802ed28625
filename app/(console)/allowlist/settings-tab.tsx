import type { ReactNode } from 'react'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { AccessPanel } from './access-panel.tsx'
import type { Adding } from './add-ids.tsx'
import { ConcernedPanel } from './concerned-panel.tsx'
import { ConsequencesPanel } from './consequences-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'
import type { Editing } from './use-draft.ts'

interface SettingsTabProps {
  readonly adding: Adding
  readonly editing: Editing
  readonly foreseen: ConsequencesPreview
  readonly mayEdit: boolean
  /** Notice about a newer version of the settings. */
  readonly conflict: ReactNode
}

/** Allowlist and limits on the left, their effect on the inventory on the right. */
export function SettingsTab({ adding, editing, foreseen, mayEdit, conflict }: SettingsTabProps) {
  const { edited, changed, outdated, change } = editing
  const { consequences, idsLookedUp } = foreseen
  return (
    <DetailColumns
      main={
        <>
          {conflict}
          <AccessPanel
            adding={adding}
            edited={edited}
            known={consequences.known}
            lookedUp={idsLookedUp}
            mayEdit={mayEdit}
            onChange={change}
          />
          <LimitsPanel edited={edited} rows={consequences.limits} mayEdit={mayEdit} onChange={change} />
          {changed && !outdated && <ConcernedPanel foreseen={foreseen} />}
        </>
      }
      side={<ConsequencesPanel foreseen={foreseen} changed={changed} outdated={outdated} />}
    />
  )
}

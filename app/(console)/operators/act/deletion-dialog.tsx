'use client'

import { useQueryClient } from '@tanstack/react-query'
import { followWrite } from '#app/data/follow-action.ts'
import type { OperatorList } from '#app/data/operator-queries.ts'
import text from '#components/ui/text.module.css'
import type { Role } from '#lib/auth/roles.ts'
import type { DeletionOffer, ObjectDetail } from '#lib/queries/operators/object-detail.ts'
import type { Person } from '../../person.ts'
import type { VerbSteps } from '../actions.ts'
import { ActDialog, useSeenVersion } from './act-dialog.tsx'

/** Object to delete, and the person who deletes it. */
export interface DeletionTarget {
  readonly list: OperatorList
  /** Server action that deletes it. */
  readonly remove: (name: string, order: object) => VerbSteps
  /** Kind of the object, such as `Cluster`. */
  readonly what: string
  readonly name: string
  /** May change while the dialog is open. */
  readonly detail: ObjectDetail & { readonly deletion: DeletionOffer }
  readonly person: Person
  readonly neededRole: Role
  /** Message that asks for a new sign-in before an irreversible deletion; null when the sign-in is recent enough. */
  readonly signIn: string | null
  /** Address of the page with the dialog open. */
  readonly href: string
}

interface DeletionDialogProps extends DeletionTarget {
  /** Disabled reason; null when deletion is possible. */
  readonly obstacle: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Confirms the deletion of a custom resource and lists what is deleted with it. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { list, remove, what, name, detail, person, href, signIn, obstacle, onClose, onDone } = props
  const queries = useQueryClient()
  const { seen, changed, recreated, onSeen } = useSeenVersion(detail)
  const changes = recreated ? 'It was deleted and recreated.' : 'Its spec was changed.'
  return (
    <ActDialog
      id={`delete ${list} ${name}`}
      title={
        <>
          Delete {what}: <span className={text.mono}>{name}</span>
        </>
      }
      description={detail.deletion.consequence.join(' ')}
      verb={`Delete ${what}`}
      danger
      person={person}
      href={href}
      obstacle={obstacle}
      changed={changed ? `${changes} Nothing was deleted. The page behind this dialog shows the current state.` : null}
      onSeen={onSeen}
      typed={detail.deletion.typeName ? { what, name } : null}
      problem={detail.deletion.typeName ? signIn : null}
      act={async order => {
        const answer = await followWrite(remove(name, { ...order, seen }))
        if (answer.kind === 'accepted') {
          onDone()
          return null
        }
        if (answer.status === 409) void queries.invalidateQueries({ queryKey: [`${list}/one`, name] })
        return answer.reason
      }}
      onClose={onClose}
    />
  )
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { OperatorList } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import text from '#components/ui/text.module.css'
import type { Role } from '#lib/auth/roles.ts'
import type { DeletionOffer, ObjectDetail } from '#lib/queries/operators/object-detail.ts'
import type { Person } from '../../person.ts'
import { ActDialog, useSeenVersion } from './act-dialog.tsx'

/** What is to be deleted, and by whom. */
export interface DeletionTarget {
  readonly list: OperatorList
  /** `Cluster` */
  readonly what: string
  readonly name: string
  /** May change while the dialog is open. */
  readonly detail: ObjectDetail & { readonly deletion: DeletionOffer }
  readonly person: Person
  readonly neededRole: Role
  /** Why they have to sign in again before they delete what cannot be had again, a sentence; null when they need not. */
  readonly signIn: string | null
  /** Address of the page with the dialog open. */
  readonly href: string
}

interface DeletionDialogProps extends DeletionTarget {
  /** Why it cannot be deleted now, a sentence; null when it can. */
  readonly obstacle: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Deletes a custom resource: what goes with it, why, and its name where nothing brings it back. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { list, what, name, detail, person, href, signIn, obstacle, onClose, onDone } = props
  const queries = useQueryClient()
  const { seen, changed, createdAnew, onSeen } = useSeenVersion(detail)
  const changes = createdAnew ? 'It was deleted and created anew.' : 'What it asks for was changed.'
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
      changed={changed ? `${changes} The page behind shows it as it is now. Nothing was deleted.` : null}
      onSeen={onSeen}
      typed={detail.deletion.typeName ? { what, name } : null}
      problem={detail.deletion.typeName ? signIn : null}
      act={async order => {
        const answer = await postJson(`/api/v1/${list}/${encodeURIComponent(name)}/delete`, { ...order, seen })
        if (answer.ok) {
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

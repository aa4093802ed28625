'use client'

import { useQueryClient } from '@tanstack/react-query'
import { postJson } from '#app/data/post-json.ts'
import text from '#components/ui/text.module.css'
import { ActDialog } from './act-dialog.tsx'
import type { Deleted } from './deleted.ts'
import { useSeen } from './use-seen.ts'

interface DeletionDialogProps extends Deleted {
  /** Why it cannot be deleted now, a sentence; null when it can. */
  readonly obstacle: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Deletes a custom resource: what goes with it, why, and its name where nothing brings it back. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { list, what, name, detail, person, href, signIn, obstacle, onClose, onDone } = props
  const queries = useQueryClient()
  const { seen, changed, createdAnew, onSeen } = useSeen(detail)
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

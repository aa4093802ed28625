'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ApiError, fetchFile } from '#app/data/fetch-json.ts'
import { followWrite } from '#app/data/follow-action.ts'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { serverNow } from '#components/ui/clock.tsx'
import { saveBlob } from '#components/ui/save-file.ts'
import text from '#components/ui/text.module.css'
import { signInRefusal } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import type { Person } from '../../../person.ts'
import { ActDialog, useSeenVersion } from '../../act/act-dialog.tsx'
import { deleteKubeconfigResource, revokeAccess, rotateAccess } from '../../actions.ts'
import { KUBECONFIG_VERBS, type KubeconfigVerb } from './verb-labels.ts'

interface VerbDialogProps {
  readonly verb: KubeconfigVerb
  /** Disabled reason; null when the verb is possible. */
  readonly obstacle: string | null
  /** May change while the dialog is open. */
  readonly detail: KubeconfigDetail
  readonly person: Person
  readonly signedInAt: number | null
  /** Message that asks for a new sign-in before a rotation; null when the sign-in is recent enough. */
  readonly signIn: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Confirms one verb on one request and shows the error when it fails. */
export function VerbDialog(props: VerbDialogProps) {
  const { verb, obstacle, detail, person, signedInAt, onClose, onDone } = props
  const { name } = detail.row
  const { label, dangerous, describe } = KUBECONFIG_VERBS[verb]
  const queries = useQueryClient()
  const { seen, changed, recreated, onSeen } = useSeenVersion(detail)
  const signIn = verb === 'download' ? signInRefusal(signedInAt, serverNow()) : verb === 'rotate' ? props.signIn : null
  const changes = recreated
    ? 'The request was deleted and recreated.'
    : 'The spec of the request was changed. The page behind this dialog shows its rules.'
  return (
    <ActDialog
      id={`${verb} ${name}`}
      title={
        <>
          {label}: <span className={text.mono}>{name}</span>
        </>
      }
      description={describe(detail)}
      verb={label}
      danger={dangerous}
      person={person}
      href={paths.kubeconfig(name, { act: verb })}
      obstacle={obstacle}
      changed={changed ? `${changes} Nothing was written.` : null}
      onSeen={onSeen}
      typed={verb === 'revoke' || verb === 'delete' ? { what: 'request', name } : null}
      problem={signIn}
      unready={signIn}
      act={async ({ reason, ticket }) => {
        const failed = await act(verb, name, { seen, reason, ticket })
        if (failed === null) {
          onDone()
          return null
        }
        if (failed.status === 409) void queries.invalidateQueries({ queryKey: kubeconfigQuery(name).queryKey })
        return failed.reason
      }}
      onClose={onClose}
    />
  )
}

/** Runs the verb. A downloaded kubeconfig goes straight into a file and never into the query cache. */
async function act(verb: KubeconfigVerb, name: string, order: object): Promise<FailedAction | null> {
  if (verb === 'download') return download(name, order)
  const answer = await followWrite(ACTIONS[verb](name, order))
  return answer.kind === 'no-answer' ? answer : null
}

const ACTIONS = { rotate: rotateAccess, revoke: revokeAccess, delete: deleteKubeconfigResource }

async function download(name: string, order: object): Promise<FailedAction | null> {
  try {
    const file = await fetchFile(`/api/v1/operators/kubeconfigs/${encodeURIComponent(name)}/download`, order)
    saveBlob(`kubeconfig-${name}.yaml`, file)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'no-answer', status: error.status, reason: error.message }
  }
}

'use client'

import { useState } from 'react'
import { followWrite } from '#app/data/follow-action.ts'
import text from '#components/ui/text.module.css'
import type { ClusterRevocation } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../../person.ts'
import { ActDialog } from '../../act/act-dialog.tsx'
import { revokeClusterAccess } from '../../actions.ts'

interface RevokeClusterDialogProps {
  readonly cluster: { readonly namespace: string; readonly name: string }
  /** Names of its unrevoked requests; may change while the dialog is open. */
  readonly unrevoked: readonly string[]
  readonly person: Person
  /** Address of the page with the dialog open. */
  readonly href: string
  readonly onClose: () => void
  /** Called when some revocations failed, so that the page reads its data again. */
  readonly onRefused: () => void
  /** Receives the names of the revoked requests. */
  readonly onDone: (names: readonly string[]) => void
}

/** Confirms the revocation of every kubeconfig that the operators issued for a cluster. */
export function RevokeClusterDialog(props: RevokeClusterDialogProps) {
  const { cluster, unrevoked, person, href, onClose, onRefused, onDone } = props
  const [seen, setSeen] = useState(unrevoked)
  const more = unrevoked.filter(name => !seen.includes(name))
  const number = formatPlural(unrevoked.length, 'kubeconfig')
  return (
    <ActDialog
      id={`revoke-all ${cluster.name}`}
      title={
        <>
          Revoke all of <span className={text.mono}>{cluster.name}</span>
        </>
      }
      description={`Permanently revokes ${number} for this cluster and checks each old token until the cluster rejects it. New access needs a new request.`}
      verb={`Revoke ${number}`}
      danger
      person={person}
      href={href}
      obstacle={null}
      changed={more.length > 0 ? `${formatPlural(more.length, 'request')} added since: ${more.join(', ')}.` : null}
      onSeen={() => setSeen(unrevoked)}
      typed={{ what: 'cluster', name: cluster.name }}
      act={async order => {
        const answer = await followWrite(revokeClusterAccess({ ...order, cluster, seen }))
        if (answer.kind === 'revoked' && answer.failed.length === 0) {
          onDone(answer.revoked)
          return null
        }
        onRefused()
        return answer.kind === 'revoked' ? formatFailure(answer) : answer.reason
      }}
      onClose={onClose}
    >
      <p>
        <span className={text.muted}>Requests: </span>
        <span className={text.mono}>{unrevoked.join(', ')}</span>
      </p>
    </ActDialog>
  )
}

function formatFailure({ revoked, failed }: ClusterRevocation): string {
  const reasons = [...new Set(failed.map(({ why }) => why))].join(' ')
  return `${formatPlural(revoked.length, 'kubeconfig')} of ${revoked.length + failed.length} are being revoked. Not ${failed.map(({ name }) => name).join(', ')}: ${reasons} Try again.`
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import { formatPlural } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfigs/kubeconfig-detail.ts'
import type { ClusterRevocation } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import type { Person } from '../../../../person.ts'
import { ActDialog } from '../../../act/act-dialog.tsx'

interface RevokeClusterDialogProps {
  /** May change while the dialog is open. */
  readonly detail: KubeconfigDetail
  readonly person: Person
  readonly onClose: () => void
  /** Names of the requests whose revocation was asked for. */
  readonly onDone: (names: readonly string[]) => void
}

/** Takes every access to a cluster away that was issued here. */
export function RevokeClusterDialog({ detail, person, onClose, onDone }: RevokeClusterDialogProps) {
  const { row, unrevoked } = detail
  const cluster = row.cluster.name
  const queries = useQueryClient()
  const [seen, setSeen] = useState(unrevoked)
  const more = unrevoked.filter(name => !seen.includes(name))
  const number = formatPlural(unrevoked.length, 'kubeconfig')
  return (
    <ActDialog
      id={`revoke-all ${cluster}`}
      title={
        <>
          Revoke all of <span className={text.mono}>{cluster}</span>
        </>
      }
      description={`Takes ${number} for this cluster away for good, and tries each old token until the cluster refuses it. Whoever needs access again makes a new request.`}
      verb={`Revoke ${number}`}
      danger
      person={person}
      href={paths.kubeconfig(row.name, { act: 'revoke-all' })}
      obstacle={null}
      changed={more.length > 0 ? `${formatPlural(more.length, 'request')} came meanwhile: ${more.join(', ')}.` : null}
      onSeen={() => setSeen(unrevoked)}
      typed={{ what: 'cluster', name: cluster }}
      act={async order => {
        const body = { ...order, cluster: row.cluster, seen }
        const answer = await postJson<ClusterRevocation>('/api/v1/operators/kubeconfigs/revocations', body)
        if (answer.ok && answer.data.failed.length === 0) {
          onDone(answer.data.revoked)
          return null
        }
        void queries.invalidateQueries({ queryKey: kubeconfigQuery(row.name).queryKey })
        return answer.ok ? failedWords(answer.data) : answer.reason
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

function failedWords({ revoked, failed }: ClusterRevocation): string {
  const reasons = [...new Set(failed.map(({ why }) => why))].join(' ')
  return `${formatPlural(revoked.length, 'kubeconfig')} of ${revoked.length + failed.length} are being revoked. Not ${failed.map(({ name }) => name).join(', ')}: ${reasons} Try again.`
}

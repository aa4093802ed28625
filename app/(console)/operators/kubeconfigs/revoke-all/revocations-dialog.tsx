'use client'

import { useQuery } from '@tanstack/react-query'
import { kubeconfigsQuery } from '#app/data/operator-queries.ts'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { ACCESS_GONE } from '#lib/operators/api/kubeconfig-request.ts'
import { paths } from '#lib/paths.ts'
import type { KubeconfigRow } from '#lib/queries/operators/kubeconfig-list.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { ReadFailure } from '../../../read-failure.tsx'
import { formatProof } from '../kubeconfig-state.tsx'
import styles from './revocations.module.css'

interface RevocationsDialogProps {
  /** Name of the Cluster. */
  readonly cluster: string
  /** Names of the requests that were revoked together. */
  readonly names: readonly string[]
  readonly onClose: () => void
}

/** Shows the progress of revocations of a cluster. Each ends when the cluster refuses the old token. */
export function RevocationsDialog({ cluster, names, onClose }: RevocationsDialogProps) {
  const search = `cluster:${cluster}`
  const { data, error, refetch } = useQuery(kubeconfigsQuery({ q: search, sort: 'name' }, 0))
  const proofs = listProofs(names, data ?? null)
  const unlisted = names.length - proofs.length
  return (
    <Dialog
      title={
        <>
          Revocations of <span className={text.mono}>{cluster}</span>
        </>
      }
      description="Each old token is checked until the cluster rejects it. The revocations continue if you close this dialog."
      width="wide"
      note={data && formatProofCount(proofs, names.length)}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      <ul className={styles.proofs}>
        {proofs.map(proof => (
          <ProofLine key={proof.name} proof={proof} />
        ))}
      </ul>
      {data && unlisted > 0 && (
        <p className={text.muted}>
          {formatCount(unlisted)} more are in the{' '}
          <TextLink href={paths.operators('kubeconfigs', { q: search })}>register</TextLink>.
        </p>
      )}
    </Dialog>
  )
}

function ProofLine({ proof: { name, outcome, words, note } }: { readonly proof: Proof }) {
  const needsAction = outcome === 'warn'
  return (
    <li>
      <TextLink className={text.mono} href={paths.kubeconfig(name)}>
        {name}
      </TextLink>
      <span data-tip={needsAction ? undefined : note || undefined}>
        <Verdict outcome={outcome}>{words}</Verdict>
      </span>
      {needsAction && <p className={text.muted}>{note}</p>}
    </li>
  )
}

/** Progress of the revocation of one request. */
export interface Proof {
  readonly name: string
  readonly outcome: 'done' | 'running' | 'warn' | 'still'
  readonly words: string
  /** Message of the condition; empty where there is none. */
  readonly note: string
}

/** First page of the requests of a cluster, sorted by name. */
interface Rows {
  readonly rows: readonly Pick<KubeconfigRow, 'name' | 'state' | 'reason' | 'message' | 'refusedAfterSeconds'>[]
  /** Number of all requests that match. */
  readonly hits: number
}

/**
 * Lists the progress of each request, sorted by name. Requests behind the first page are left out.
 * Null rows have not been read yet.
 */
export function listProofs(names: readonly string[], rows: Rows | null): readonly Proof[] {
  const known = new Map(rows?.rows.map(row => [row.name, row]))
  const isWhole = rows !== null && rows.rows.length === rows.hits
  return names.toSorted().flatMap((name): Proof[] => {
    const row = known.get(name)
    if (row === undefined) return isWhole ? [{ name, outcome: 'still', words: 'Deleted since', note: '' }] : []
    return [{ name, ...resolveStage(row) }]
  })
}

function resolveStage({ state, reason, message, refusedAfterSeconds }: Rows['rows'][number]): Omit<Proof, 'name'> {
  if (state === 'revoked') return { outcome: 'done', words: formatProof(refusedAfterSeconds), note: message }
  if (state === 'deleting') return { outcome: 'running', words: 'Being deleted', note: message }
  // In any other state the message is older than the revocation.
  if (state !== 'revoking') return { outcome: 'running', words: 'Requested', note: '' }
  if (reason === 'ClusterUnreachable') return { outcome: 'warn', words: 'Cluster unreachable', note: message }
  if (reason === 'SecretForeign') return { outcome: 'warn', words: 'Secret name conflict', note: message }
  if (reason !== 'Revoking') return { outcome: 'running', words: 'Requested', note: message }
  const words = message.startsWith(ACCESS_GONE) ? 'Roles deleted, token still accepted' : 'Deleting roles'
  return { outcome: 'running', words, note: message }
}

/** Says how many of `all` revocations have ended. */
export function formatProofCount(proofs: readonly Proof[], all: number): string {
  const done = proofs.filter(({ outcome }) => outcome === 'done' || outcome === 'still').length
  if (done === all) return 'All revocations are complete.'
  return `${formatCount(done)} of ${formatPlural(all, 'revocation')} complete.`
}

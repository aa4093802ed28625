'use client'

import { useQuery } from '@tanstack/react-query'
import { kubeconfigsQuery } from '#app/data/operator-queries.ts'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/util/format.ts'
import { ReadFailure } from '../../../read-failure.tsx'
import { type Proof, proofsOf, provedWords } from './revocation-proofs.ts'
import styles from './revocations.module.css'

interface RevocationsDialogProps {
  /** Name of the Cluster. */
  readonly cluster: string
  /** Of the requests whose revocation was asked for together. */
  readonly names: readonly string[]
  readonly onClose: () => void
}

/** How far revocations of a cluster are, each with the cluster's refusal of its old token as it comes in. */
export function RevocationsDialog({ cluster, names, onClose }: RevocationsDialogProps) {
  const search = `cluster:${cluster}`
  const { data, error, refetch } = useQuery(kubeconfigsQuery({ q: search, sort: 'name' }, 0))
  const proofs = proofsOf(names, data ?? null)
  const unlisted = names.length - proofs.length
  return (
    <Dialog
      title={
        <>
          Revocations of <span className={text.mono}>{cluster}</span>
        </>
      }
      description="Each old token is tried until the cluster refuses it. This goes on when the dialog is closed."
      width="wide"
      note={data && provedWords(proofs, names.length)}
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
          {formatCount(unlisted)} more stand in the{' '}
          <TextLink href={paths.operators('kubeconfigs', { q: search })}>register</TextLink>.
        </p>
      )}
    </Dialog>
  )
}

function ProofLine({ proof: { name, outcome, words, note } }: { readonly proof: Proof }) {
  const needsSomebody = outcome === 'warn'
  return (
    <li>
      <TextLink className={text.mono} href={paths.kubeconfig(name)}>
        {name}
      </TextLink>
      <span data-tip={needsSomebody ? undefined : note || undefined}>
        <Verdict outcome={outcome}>{words}</Verdict>
      </span>
      {needsSomebody && <p className={text.muted}>{note}</p>}
    </li>
  )
}

import { Verdict } from '#components/hap/verdict.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { formatProof } from '../kubeconfig-state.tsx'
import styles from './progress.module.css'

const OUTCOMES = { done: 'done', running: 'running', next: 'no' } as const

/**
 * Shows the steps of a rotation or revocation; renders nothing without one. The cluster's refusal
 * of the old token proves a revocation.
 */
export function ProgressPanel({ detail }: { readonly detail: KubeconfigDetail }) {
  const progress = buildProgress(detail)
  if (progress === null) return null
  return (
    <Panel title={progress.title} padded>
      <ol className={styles.steps} aria-live="polite">
        {progress.steps.map(step => (
          <Step key={step.words} step={step} />
        ))}
      </ol>
    </Panel>
  )
}

function Step({ step: { words, note, stage } }: { readonly step: ProgressStep }) {
  return (
    <li>
      {stage === 'next' ? (
        <span className={text.faint}>{words}</span>
      ) : (
        <Verdict outcome={OUTCOMES[stage]}>{words}</Verdict>
      )}
      {note !== '' && <p className={text.muted}>{note}</p>}
    </li>
  )
}

/** One step of a rotation or revocation. */
interface ProgressStep {
  readonly words: string
  /** Message of the operator; empty where there is none. */
  readonly note: string
  readonly stage: 'done' | 'running' | 'next'
}

interface Progress {
  readonly title: string
  readonly steps: readonly ProgressStep[]
}

type ProgressSource = Pick<KubeconfigDetail, 'conditions'> & {
  readonly row: Pick<KubeconfigDetail['row'], 'state' | 'message' | 'refusedAfterSeconds'>
}

const step = (words: string, stage: ProgressStep['stage'], note = ''): ProgressStep => ({ words, note, stage })

/** Builds the steps from state and conditions; null when neither a rotation nor a revocation was requested. */
export function buildProgress(detail: ProgressSource): Progress | null {
  const { state } = detail.row
  if (state === 'revoking' || state === 'revoked') return { title: 'Revocation', steps: buildRevocationSteps(detail) }
  if (state === 'rotating') {
    const steps = [step('Rotation requested', 'done'), step('New kubeconfig issued', 'running', detail.row.message)]
    return { title: 'Rotation', steps }
  }
  return null
}

function buildRevocationSteps({ row, conditions }: ProgressSource): readonly ProgressStep[] {
  const asked = step('Revocation requested', 'done')
  if (row.state === 'revoked') return [asked, step('Access removed', 'done'), buildProofStep(row)]
  const begun = conditions.some(({ type }) => type === 'Revoked')
  if (!begun) return [asked, step('Access removed', 'running', row.message), step('Old token rejected', 'next')]
  return [asked, step('Operator revoking access', 'done'), step('Old token rejected', 'running', row.message)]
}

function buildProofStep({ refusedAfterSeconds, message }: ProgressSource['row']): ProgressStep {
  return step(formatProof(refusedAfterSeconds), 'done', message)
}

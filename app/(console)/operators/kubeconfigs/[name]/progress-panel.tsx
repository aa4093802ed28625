import { Verdict } from '#components/hap/verdict.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import styles from './progress.module.css'
import { type ProgressStep, progressOf } from './progress-steps.ts'

const OUTCOMES = { done: 'done', running: 'running', next: 'no' } as const

/** How far a rotation or revocation is, with the cluster's own refusal of the old token as its proof; nothing where none was asked for. */
export function ProgressPanel({ detail }: { readonly detail: KubeconfigDetail }) {
  const progress = progressOf(detail)
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

import type { ReactNode } from 'react'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { TraceStep } from '#components/hap/trace.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { DecisionView, StepView } from '#lib/queries/simulator/simulate.ts'
import styles from './reasoning.module.css'

interface SelectorStepProps {
  readonly step: Pick<StepView, 'purpose' | 'reached' | 'requirements' | 'command'>
  readonly decision: ShownDecision
}

type ShownDecision = Pick<DecisionView, 'pool'> & { readonly outcome: { readonly kind: string } }

/** Shows the selector of a search, to copy as text or as a command. */
export function SelectorStep({ step, decision }: SelectorStepProps) {
  const { requirements, command, reached } = step
  return (
    <TraceStep
      title="Label selector"
      summary={renderSummary(step, decision)}
      skipped={!reached}
      aside={
        command !== null && (
          <CopyButton what="kubectl command" text={command} quiet>
            Copy kubectl command
          </CopyButton>
        )
      }
    >
      {requirements ? (
        <SelectorChips requirements={requirements} />
      ) : (
        <p className={styles.more}>Not shown: it contains a value that is not a legal label value.</p>
      )}
    </TraceStep>
  )
}

function renderSummary({ purpose, reached }: SelectorStepProps['step'], { pool, outcome }: ShownDecision): ReactNode {
  const name = pool && <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink>
  if (purpose === 'shared') return <>shared accounts of {name}</>
  if (purpose === 'reuse') return <>own accounts of {name} first, free ones if nothing fits</>
  if (reached) return <>free accounts of {name}</>
  return outcome.kind === 'guard' ? 'free accounts, not tried' : 'free accounts, not needed: an own one is used'
}

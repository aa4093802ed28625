import { Trace } from '#components/hap/trace.tsx'
import type { ClusterCount } from '#lib/hap/selection/usage.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import { CandidatesStep } from './candidates-step.tsx'
import { CountStep } from './count-step.tsx'
import { RulesStep } from './rules-step.tsx'
import { SelectorStep } from './selector-step.tsx'

interface ReasoningProps {
  readonly simulation: Simulation
  /** Clusters of the account that was taken, with those only claims know; null where nobody asked. */
  readonly count: ClusterCount | null
}

/** The way to the outcome: rules, then each search with its selector and candidates, then the count of the one that was taken. */
export function Reasoning({ simulation, count }: ReasoningProps) {
  const { decision, other, semantics } = simulation
  return (
    <Trace>
      <RulesStep plan={decision.request.plan} shown={decision} />
      {decision.steps.flatMap(step => [
        <SelectorStep key={`${step.purpose}-selector`} step={step} decision={decision} />,
        ...(step.reached
          ? [<CandidatesStep key={`${step.purpose}-candidates`} step={step} limit={decision.limit} other={other} />]
          : []),
      ])}
      <CountStep
        decision={decision}
        estimated={semantics === 'keb' && decision.pool?.shared === false}
        counted={count}
      />
    </Trace>
  )
}

import { Trace } from '#components/hap/trace.tsx'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import { CandidatesStep } from './candidates-step.tsx'
import { CountStep } from './count-step.tsx'
import { RulesStep } from './rules-step.tsx'
import { SelectorStep } from './selector-step.tsx'

/** The way to the outcome: rules, then each search with its selector and candidates, then the count of the one that was taken. */
export function Reasoning({ simulation }: { readonly simulation: Simulation }) {
  const { decision, other } = simulation
  return (
    <Trace>
      <RulesStep decision={decision} />
      {decision.steps.flatMap(step => [
        <SelectorStep key={`${step.purpose}-selector`} step={step} decision={decision} />,
        ...(step.reached
          ? [<CandidatesStep key={`${step.purpose}-candidates`} step={step} limit={decision.limit} other={other} />]
          : []),
      ])}
      <CountStep decision={decision} />
    </Trace>
  )
}

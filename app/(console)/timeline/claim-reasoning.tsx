'use client'

import { useQuery } from '@tanstack/react-query'
import { claimQuery } from '#app/data/claim-query.ts'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Trace, TraceStep } from '#components/hap/trace.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import type { ExplainedClaim } from '#lib/services/claims/claim-view.ts'
import type { ClaimGrounds, StoredReasoning } from '#lib/store/claims/claim-grounds.ts'
import { ReadFailure } from '../read-failure.tsx'
import { CandidatesStep } from '../simulator/candidates-step.tsx'
import { CountStep } from '../simulator/count-step.tsx'
import { RulesStep } from '../simulator/rules-step.tsx'
import { SelectorStep } from '../simulator/selector-step.tsx'
import { PassedOverStep } from './passed-over-step.tsx'
import { RevisionRules } from './revision-rules.tsx'
import styles from './timeline.module.css'

/** The way to the decision of a claim, as it was kept: its rule and the others of the plan, each search, what was not searched, and the count of the account that was taken. */
export function ClaimReasoning({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(claimQuery(id))
  if (!data)
    return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={120} />
  const { why, pool, request } = data
  if (!why?.reasoning)
    return <p className={text.muted}>The reasoning is stored in a format this version cannot read.</p>
  return <Kept why={why} reasoning={why.reasoning} pool={pool} plan={request.plan} />
}

interface KeptProps {
  readonly why: ClaimGrounds
  readonly reasoning: StoredReasoning
  readonly pool: ExplainedClaim['pool']
  readonly plan: string
}

function Kept({ why: { rulesRevision, settingsVersion, ruleTexts }, reasoning, pool, plan }: KeptProps) {
  const { rule, rules, limit, outcome, message, passedOver = [], morePassedOver = 0 } = reasoning
  const steps = reasoning.steps.map(stepOf)
  const decision = { pool: pool === null ? null : parsePoolKey(pool), outcome: { kind: outcome } }
  // A request without a plan: no rule was looked at.
  const namesPool = rule === null && pool !== null
  const settings = settingsVersion === null ? '' : `, allowlist and limits version ${settingsVersion}`
  return (
    <>
      <p className={styles.outcome}>{message}</p>
      <Trace>
        <TraceStep
          title={rule ? `Rule ${rule.line}` : namesPool ? 'The request names its pool' : 'No rule'}
          summary={
            <>
              rules with hash <span className={text.mono}>{rulesRevision}</span>
              {settings}
            </>
          }
        >
          {rule && <RuleText text={rule.text} />}
          {ruleTexts && <RevisionRules texts={ruleTexts} chosen={rule?.line ?? null} />}
        </TraceStep>
        {rules && !namesPool && <RulesStep plan={plan} shown={{ ...rules, rules: rules.rules.map(ruleOf) }} />}
        {steps.flatMap(step => [
          <SelectorStep key={`${step.purpose}-selector`} step={step} decision={decision} />,
          ...(step.reached
            ? [<CandidatesStep key={`${step.purpose}-candidates`} step={step} limit={limit} other={null} />]
            : []),
        ])}
        {passedOver.length > 0 && <PassedOverStep accounts={passedOver} more={morePassedOver} />}
        <CountStep decision={{ steps, limit }} estimated={false} counted={null} />
      </Trace>
    </>
  )
}

function ruleOf({ line, text: ruleText, ...trace }: NonNullable<StoredReasoning['rules']>['rules'][number]) {
  return { ...trace, rule: { index: line - 1, text: ruleText } }
}

/** A step as it was kept, in the form of one of this moment. */
function stepOf({ selector, reasons, candidates, ...step }: StoredReasoning['steps'][number]) {
  const found = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  return {
    ...step,
    requirements: selector.split(','),
    command: null,
    candidates: candidates.map(candidateOf),
    more: found - candidates.length,
  }
}

function candidateOf({
  kind,
  name,
  state,
  reason,
  words,
  ...breakdown
}: StoredReasoning['steps'][number]['candidates'][number]) {
  return {
    key: `${kind}/${name}`,
    binding: { kind, name },
    state,
    reason,
    words,
    breakdown,
    clusters: totalClusters(breakdown),
  }
}

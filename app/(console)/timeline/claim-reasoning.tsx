'use client'

import { useQuery } from '@tanstack/react-query'
import { claimQuery } from '#app/data/claim-queries.ts'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Trace, TraceStep } from '#components/hap/trace.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { listCaseDifferences } from '#lib/hap/rules/rule-trace.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import type { ExplainedClaim } from '#lib/services/claims/claim-view.ts'
import type { ClaimGrounds, PassedOver, StoredReasoning } from '#lib/store/claims/claim-grounds.ts'
import { formatPlural } from '#lib/util/format.ts'
import { ReadFailure } from '../read-failure.tsx'
import { CandidatesStep, CountStep } from '../simulator/candidates-step.tsx'
import { RulesStep, SelectorStep } from '../simulator/rules-step.tsx'
import styles from './timeline.module.css'

/**
 * The recorded reasoning of a claim: its rule and the other rules of the plan, every selection,
 * skipped accounts, and the usage of the chosen account.
 */
export function ClaimReasoning({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(claimQuery(id))
  if (!data)
    return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={120} />
  const { why, pool, request } = data
  if (!why?.reasoning)
    return <p className={text.muted}>The reasoning is stored in a format that this version cannot read.</p>
  return <Kept why={why} reasoning={why.reasoning} pool={pool} request={request} />
}

interface KeptProps {
  readonly why: ClaimGrounds
  readonly reasoning: StoredReasoning
  readonly pool: ExplainedClaim['pool']
  readonly request: ExplainedClaim['request']
}

function Kept({ why: { rulesRevision, settingsVersion, ruleTexts }, reasoning, pool, request }: KeptProps) {
  const { rule, rules: stored, limit, outcome, message, passedOver = [], morePassedOver = 0 } = reasoning
  const steps = reasoning.steps.map(stepOf)
  const decision = { pool: pool === null ? null : parsePoolKey(pool), outcome: { kind: outcome } }
  // A request that names its pool has no plan, so no rule was evaluated.
  const namesPool = rule === null && pool !== null
  const rules = stored && !namesPool ? stored.rules.map(one => ruleOf(one, request)) : []
  const settings = settingsVersion === null ? '' : `, allowlist and limits version ${settingsVersion}`
  return (
    <>
      <p className={styles.outcome}>{message}</p>
      {listCaseDifferences(rules).map(sentence => (
        <Message key={sentence} tone="warn">
          {sentence}
        </Message>
      ))}
      <Trace>
        <TraceStep
          title={rule ? `Rule ${rule.line}` : namesPool ? 'The request specifies its pool' : 'No rule'}
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
        {stored && !namesPool && <RulesStep plan={request.plan} shown={{ ...stored, rules }} />}
        {steps.flatMap(step => [
          <SelectorStep key={`${step.purpose}-selector`} step={step} decision={decision} />,
          ...(step.reached
            ? [<CandidatesStep key={`${step.purpose}-candidates`} step={step} limit={limit} other={null} />]
            : []),
        ])}
        {passedOver.length > 0 && <ExcludedStep accounts={passedOver} more={morePassedOver} />}
        <CountStep decision={{ steps, limit }} estimated={false} counted={null} />
      </Trace>
    </>
  )
}

function ruleOf(
  { line, text: ruleText, ...trace }: NonNullable<StoredReasoning['rules']>['rules'][number],
  request: ExplainedClaim['request'],
) {
  return {
    ...trace,
    platformRegion: { ...trace.platformRegion, got: request.platformRegion },
    hyperscalerRegion: { ...trace.hyperscalerRegion, got: request.hyperscalerRegion },
    rule: { index: line - 1, text: ruleText },
  }
}

/** Converts a stored step to the form of a live one. */
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

const CANDIDATE_COLUMNS = [{ header: 'Account', width: 320 }, { header: 'Reason' }] as const

const REASONS: Readonly<Record<PassedOver['why'], string>> = {
  fenced: 'another operation was running',
  'being-taken': 'another claim was about to take the account',
  foreign: 'claimed by another global account',
  split: 'another binding of the account was dirty or used differently',
  'in-use': 'in use by a cluster of another global account',
  full: 'at its limit of clusters of this global account',
  unwritable: 'Gardener refused the write',
}

interface ExcludedStepProps {
  readonly accounts: readonly PassedOver[]
  readonly more: number
}

/** Accounts whose labels match but that were excluded from selection. */
function ExcludedStep({ accounts, more }: ExcludedStepProps) {
  const total = accounts.length + more
  return (
    <TraceStep title="Skipped" summary={`${formatPlural(total, 'account')} not available at that moment`}>
      <SmallTable label="Skipped accounts" columns={CANDIDATE_COLUMNS} folding="late">
        {accounts.map(({ account, why, message = REASONS[why] }) => (
          <tr key={account}>
            <th scope="row" className={text.mono}>
              {account}
            </th>
            <td className={text.muted} data-fold="line" data-wrap>
              {message}
            </td>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatPlural(more, 'more account')}</p>}
    </TraceStep>
  )
}

const RULE_COLUMNS = [{ header: '#', width: 48 }, { header: 'Rule' }] as const

/** Maximum number of rules listed; a longer list is not read here. */
const DRAWN = 500

interface RevisionRulesProps {
  readonly texts: readonly string[]
  /** Number of the chosen rule, from 1. */
  readonly chosen: number | null
}

/** All rules of the revision that decided a claim. */
function RevisionRules({ texts, chosen }: RevisionRulesProps) {
  const more = texts.length - DRAWN
  return (
    <Disclosure summary={`${formatPlural(texts.length, 'rule')} of this revision`}>
      <SmallTable label="Rules of this revision" columns={RULE_COLUMNS} folding="late">
        {texts.slice(0, DRAWN).map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule of a past revision has its place for good
          <tr key={index} data-chosen={index + 1 === chosen || undefined}>
            <td className={text.faint} data-fold="hidden">
              {index + 1}
            </td>
            <th scope="row">
              <RuleText text={rule} faint={index + 1 !== chosen} />
            </th>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatPlural(more, 'more rule')}</p>}
    </Disclosure>
  )
}

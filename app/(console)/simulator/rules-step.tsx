import type { ReactNode } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { TraceStep } from '#components/hap/trace.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { AttributeVerdict, RuleTrace, ShownRules } from '#lib/hap/rules/rule-trace.ts'
import { paths } from '#lib/paths.ts'
import type { DecisionView, StepView } from '#lib/queries/simulator/simulate.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from './reasoning.module.css'

const COLUMNS = [
  { header: '#', width: 48 },
  { header: 'Rule' },
  { header: 'PR', width: 156 },
  { header: 'HR', width: 144 },
  { header: 'Score', width: 64, align: 'end' },
  { header: 'Result', width: 176 },
] as const

type ShownAttribute = Pick<AttributeVerdict, 'wanted' | 'ok'>

/** A current rule, or one recorded with a claim. */
interface ShownRule extends Pick<RuleTrace, 'specificity' | 'verdict' | 'words'> {
  readonly rule: Pick<RuleTrace['rule'], 'index' | 'text'>
  readonly platformRegion: ShownAttribute
  readonly hyperscalerRegion: ShownAttribute
}

interface RulesStepProps {
  readonly plan: string
  readonly shown: ShownRules<ShownRule>
}

/** Lists the rules of a plan with the verdict on each attribute, the winner first. */
export function RulesStep({ plan, shown: { rules, matching, moreRules } }: RulesStepProps) {
  const total = rules.length + moreRules
  return (
    <TraceStep
      title={
        <>
          Rules for plan <span className={styles.name}>{plan}</span>
        </>
      }
      summary={formatSummary(matching, total)}
    >
      {total > 0 && (
        <div className={styles.frame}>
          <SmallTable label="Rules" columns={COLUMNS} folding>
            {rules.map(trace => (
              <RuleRow key={trace.rule.index} trace={trace} />
            ))}
          </SmallTable>
        </div>
      )}
      {moreRules > 0 && <p className={styles.more}>and {formatPlural(moreRules, 'more rule')} of this plan</p>}
    </TraceStep>
  )
}

function formatSummary(matching: number, total: number): string {
  if (total === 0) return 'no rule for this plan'
  if (matching === 0) return `none of ${formatCount(total)} matches`
  const count = `${formatCount(matching)} of ${formatCount(total)} ${matching === 1 ? 'matches' : 'match'}`
  return matching === 1 ? count : `${count}; the most specific wins`
}

function RuleRow({
  trace: { rule, platformRegion, hyperscalerRegion, specificity, verdict, words },
}: {
  trace: ShownRule
}) {
  return (
    <tr data-chosen={verdict === 'chosen' || undefined}>
      <td className={text.faint} data-fold="hidden">
        {rule.index + 1}
      </td>
      <th scope="row" data-wrap className={styles.rule}>
        <RuleText text={rule.text} faint={verdict === 'no-match'} />
      </th>
      <td data-fold="line" data-label="PR">
        <Attribute verdict={platformRegion} />
      </td>
      <td data-fold="line" data-label="HR">
        <Attribute verdict={hyperscalerRegion} />
      </td>
      <td data-align="end" className={text.muted} data-fold="hidden">
        {specificity}
      </td>
      <td data-fold="aside">
        {verdict === 'chosen' ? (
          <Verdict outcome="chosen">{words}</Verdict>
        ) : (
          <span className={text.muted}>{words}</span>
        )}
      </td>
    </tr>
  )
}

function Attribute({ verdict: { wanted, ok } }: { readonly verdict: ShownAttribute }) {
  if (wanted === null) return <span className={text.faint}>any</span>
  const value = <span className={text.mono}>{wanted}</span>
  return ok ? <Verdict outcome="ok">{value}</Verdict> : <Verdict outcome="no">requires {value}</Verdict>
}

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
        <p className={styles.more}>Not shown: it contains an invalid label value.</p>
      )}
    </TraceStep>
  )
}

function renderSummary({ purpose, reached }: SelectorStepProps['step'], { pool, outcome }: ShownDecision): ReactNode {
  const name = pool && <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink>
  if (purpose === 'shared') return <>shared accounts of {name}</>
  if (purpose === 'reuse') return <>accounts of {name} that the global account owns</>
  if (reached) return <>free accounts of {name}</>
  return outcome.kind === 'guard'
    ? 'free accounts (not searched)'
    : 'free accounts (not needed: an existing account is reused)'
}

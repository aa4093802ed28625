'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import text from '#components/ui/text.module.css'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { paths } from '#lib/paths.ts'
import type { ComparedPart, RequestComparison, SideView } from '#lib/queries/simulator/compare-rules.ts'
import { OUTCOME_WORDS } from '../matrix/outcome-words.ts'
import { type ComparisonChoice, sideNames } from './choice.ts'
import styles from './compare.module.css'
import { requestComparisonQuery, sidesOf } from './compare-query.ts'
import { ComparisonFrame } from './comparison-frame.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { NO_DRAFTS } from './draft-texts.ts'
import { partsText } from './part-words.ts'
import { PendingComparison } from './pending-comparison.tsx'
import { useDraftTexts } from './use-draft-texts.ts'

interface RequestComparisonProps {
  readonly choice: ComparisonChoice
  readonly semantics: Semantics
  readonly person: string
  /** As it is evaluated. */
  readonly request: Request
}

/** What the request gets on both sides, part by part. */
export function RequestComparisonPanel({ choice, semantics, person, request }: RequestComparisonProps) {
  const drafts = useDraftTexts(person)
  const sides = sidesOf(choice, semantics, drafts ?? NO_DRAFTS)
  const names = sideNames(choice, semantics)
  const { data, error, refetch } = useQuery(requestComparisonQuery(sides, request))
  return (
    <ComparisonFrame
      choice={choice}
      asked={sides !== null || drafts === null}
      answer={data}
      error={error}
      pending={<PendingComparison names={names} />}
      onRetry={() => void refetch()}
    >
      {view => <SideBySide view={view} names={names} />}
    </ComparisonFrame>
  )
}

const CELLS: Readonly<Record<ComparedPart, (side: SideView) => ReactNode>> = {
  rule: ({ rule }) => (rule ? <RuleText text={rule.text} /> : NOTHING),
  pool: side => <Pool side={side} />,
  selector: side => <Selectors side={side} />,
  outcome: ({ outcome }) => <Outcome outcome={outcome} />,
  account: ({ outcome }) => ('binding' in outcome ? <BindingLink binding={outcome.binding} /> : NOTHING),
}

const NOTHING = <span className={text.faint}>none</span>

function SideBySide({ view, names }: { readonly view: RequestComparison; readonly names: readonly [string, string] }) {
  const { parts, estimated } = view
  const same = parts.length === 0
  const words = same ? 'Both sides come to the same' : `Differs in ${partsText(parts)}`
  return (
    <ComparisonTable
      names={names}
      aside={<Verdict outcome={same ? 'ok' : 'warn'}>{words}</Verdict>}
      differing={parts}
      cell={(part, side) => CELLS[part](view[side])}
    >
      {estimated && <NoLines>{ESTIMATE_MESSAGE}</NoLines>}
      <LiveRegion message={`${words}.`} />
    </ComparisonTable>
  )
}

function Pool({ side: { pool } }: { readonly side: SideView }) {
  if (!pool) return NOTHING
  const { hyperscalerType, euAccess, shared } = pool
  const href = isLegalLabelValue(hyperscalerType) ? paths.pool(pool) : null
  return <PoolName name={hyperscalerType} euAccess={euAccess} shared={shared} href={href} />
}

function Selectors({ side: { selectors } }: { readonly side: SideView }) {
  if (selectors.length === 0) return NOTHING
  return selectors.map(({ purpose, requirements, command }) => (
    <span key={purpose} className={styles.selector}>
      {requirements ? <SelectorChips requirements={requirements} /> : 'not a legal label value'}
      {command !== null && (
        <CopyButton what="kubectl command" text={command} quiet>
          Copy kubectl command
        </CopyButton>
      )}
    </span>
  ))
}

function Outcome({ outcome }: Pick<SideView, 'outcome'>) {
  const { words, verdict } = OUTCOME_WORDS[outcome.kind]
  return <Verdict outcome={verdict}>{'binding' in outcome ? words : outcome.message}</Verdict>
}

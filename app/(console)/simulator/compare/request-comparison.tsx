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
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { paths } from '#lib/paths.ts'
import type { ComparedPart, RequestComparison, SideView } from '#lib/queries/simulator/compare-rules.ts'
import { OUTCOME_LABELS } from '../outcome-cells.tsx'
import { buildSides, requestComparisonQuery } from '../simulator-queries.ts'
import styles from './compare.module.css'
import { type ComparisonChoice, formatParts, NO_DRAFTS, PART_LABELS, sideNames } from './comparison-choice.ts'
import { ComparisonFrame } from './comparison-frame.tsx'
import { useDraftTexts } from './use-comparison.ts'

interface RequestComparisonProps {
  readonly choice: ComparisonChoice
  readonly semantics: Semantics
  readonly person: string
  /** The evaluated request. */
  readonly request: Request
}

/** Compares both sides on the request, part by part. */
export function RequestComparisonPanel({ choice, semantics, person, request }: RequestComparisonProps) {
  const drafts = useDraftTexts(person)
  const sides = buildSides(choice, semantics, drafts ?? NO_DRAFTS)
  const names = sideNames(choice, semantics)
  const { data, error, refetch } = useQuery(requestComparisonQuery(sides, request))
  return (
    <ComparisonFrame
      choice={choice}
      available={sides !== null || drafts === null}
      answer={data}
      error={error}
      pending={<ComparisonSkeleton names={names} />}
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
  const summary = same ? 'Same result on both sides' : `Differs in ${formatParts(parts)}`
  return (
    <ComparisonTable
      names={names}
      aside={<Verdict outcome={same ? 'ok' : 'warn'}>{summary}</Verdict>}
      differing={parts}
      cell={(part, side) => CELLS[part](view[side])}
    >
      {estimated && <NoLines>{ESTIMATE_MESSAGE}</NoLines>}
      <LiveRegion message={`${summary}.`} />
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
      {requirements ? <SelectorChips requirements={requirements} /> : 'invalid label value'}
      {command !== null && (
        <CopyButton what="kubectl command" text={command} quiet>
          Copy kubectl command
        </CopyButton>
      )}
    </span>
  ))
}

function Outcome({ outcome }: Pick<SideView, 'outcome'>) {
  const { label, verdict } = OUTCOME_LABELS[outcome.kind]
  return <Verdict outcome={verdict}>{'binding' in outcome ? label : outcome.message}</Verdict>
}

const PARTS: readonly ComparedPart[] = ['rule', 'pool', 'selector', 'outcome', 'account']

interface ComparisonTableProps {
  /** Column headers of the two sides. */
  readonly names: readonly [string, string]
  readonly aside?: ReactNode
  /** The differing parts. */
  readonly differing: readonly ComparedPart[]
  readonly cell: (part: ComparedPart, side: 'left' | 'right') => ReactNode
  /** Content below the table. */
  readonly children?: ReactNode
}

/** Shows both sides part by part. */
function ComparisonTable({ names, aside, differing, cell, children }: ComparisonTableProps) {
  const columns = [{ header: 'Part', width: 164 }, { header: names[0] }, { header: names[1] }]
  return (
    <Panel title={`${names[0]} and ${names[1]}`} aside={aside}>
      <SmallTable label="Comparison" columns={columns} folding="late">
        {PARTS.map(part => (
          <tr key={part}>
            <th scope="row">
              <span className={styles.part}>
                {PART_LABELS[part]}
                {differing.includes(part) && <Tag tone="warn">differs</Tag>}
              </span>
            </th>
            <td data-wrap data-fold="line" data-label={names[0]}>
              {cell(part, 'left')}
            </td>
            <td data-wrap data-fold="line" data-label={names[1]}>
              {cell(part, 'right')}
            </td>
          </tr>
        ))}
      </SmallTable>
      {children}
    </Panel>
  )
}

/** Reserves the size of a comparison until it arrives. */
function ComparisonSkeleton({ names }: { readonly names: readonly [string, string] }) {
  return (
    <div aria-hidden="true">
      <ComparisonTable
        names={names}
        differing={[]}
        // Most requests take two searches with a selector each.
        cell={part => <Skeleton width="160px" height={part === 'selector' ? 176 : 10} />}
      />
    </div>
  )
}

'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { revisionsQuery } from '#app/data/rules-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Select } from '#components/ui/select.tsx'
import type { Semantics } from '#lib/hap/semantics.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import {
  describeInvalidComparison,
  formatRulesChoice,
  NO_DRAFTS,
  type RulesChoice,
  sideNames,
} from './comparison-choice.ts'
import { useComparisonChoice, useDraftTexts } from './use-comparison.ts'

interface CompareFieldsProps {
  readonly semantics: Semantics
  /** Owner of the draft in this tab. */
  readonly person: string
}

/** Chooses the comparison: the other semantics, or other rules. */
export function CompareFields({ semantics, person }: CompareFieldsProps) {
  const choice = useComparisonChoice()
  const [leftText, chooseLeft] = useParameter(SIMULATOR_PARAMETERS.rules)
  const [rightText, chooseRight] = useParameter(SIMULATOR_PARAMETERS.compared)
  const unread = describeInvalidComparison(leftText, rightText)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(revisionsQuery())
  const { draft, sent } = useDraftTexts(person) ?? NO_DRAFTS
  const numbers = data?.pages.flatMap(page => page.revisions.map(({ number }) => number)) ?? []
  const known: readonly RulesChoice[] = [
    'in-force',
    ...(draft === null ? [] : (['draft'] as const)),
    ...(sent === null ? [] : (['sent'] as const)),
    ...numbers,
    ...(numbers.at(-1) === 1 ? [0] : []),
  ]
  // A rule set of a link stays selected even if it is not in the list.
  const optionsWith = (chosen: SelectedChoice) =>
    (chosen === null || chosen === 'semantics' || known.includes(chosen) ? known : [...known, chosen]).map(buildOption)
  const [, otherSemantics] = sideNames({ left: 'in-force', right: 'semantics' }, semantics)
  return (
    <>
      {unread !== null && <Message tone="warn">{unread}</Message>}
      <Select
        label="Compare with"
        value={String(choice?.right ?? '')}
        options={[
          { value: '', label: 'None' },
          { value: 'semantics', label: `${otherSemantics} semantics` },
          ...optionsWith(choice?.right ?? null),
        ]}
        onChange={chooseRight}
      />
      {choice !== null && (
        <Select
          label="Baseline rules"
          value={String(choice.left)}
          options={optionsWith(choice.left)}
          onChange={text => chooseLeft(text === 'in-force' ? '' : text)}
        />
      )}
      {choice !== null && hasNextPage && (
        <Button
          size="small"
          look="ghost"
          onClick={() => void fetchNextPage()}
          disabledReason={isFetchingNextPage ? 'Loading…' : null}
        >
          Load older revisions
        </Button>
      )}
    </>
  )
}

type SelectedChoice = RulesChoice | 'semantics' | null

function buildOption(choice: RulesChoice) {
  return { value: String(choice), label: formatRulesChoice(choice) }
}

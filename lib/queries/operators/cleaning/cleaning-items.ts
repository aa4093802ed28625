import { isGivenBack } from '#lib/hap/pools/state.ts'
import { BindingFacts } from '../../bindings/binding-facts.ts'
import type { QueryContext } from '../../query-context.ts'
import { type CleaningRow, cleaningRow } from './cleaning-row.ts'

/** An account that was given back, with what it is searched and sorted by. */
export interface CleaningItem {
  readonly facts: BindingFacts
  readonly row: CleaningRow
}

/** All accounts that were given back and are not free yet, in no particular order. */
export function cleaningItems(context: QueryContext): readonly CleaningItem[] {
  const items: CleaningItem[] = []
  for (const pooled of context.inventory.pools.values()) {
    const facts = new BindingFacts(pooled, context)
    const { state } = facts
    if (isGivenBack(state)) items.push({ facts, row: cleaningRow(facts, state, context) })
  }
  return items
}

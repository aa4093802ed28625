import { UNVERIFIABLE } from '#lib/hap/lifecycle/cleaning.ts'
import type { QueryContext } from '../../query-context.ts'
import { CLEANING_LIST, type CleaningItem } from './cleaning-list.ts'
import { type FailingLooks, failingLooks } from './failing-looks.ts'

/** What cleaners do in this landscape. */
export interface CleanersView {
  /** Gardener's provider types whose cleaners are on. */
  readonly on: readonly string[]
  /** Whether they delete, or only note what they would delete. */
  readonly deletes: boolean
  /** Providers no cleaner was written for, as people call them. */
  readonly unverifiable: readonly string[]
  /** Accounts a person has to look at and to confirm. */
  readonly byHand: number
  /** Accounts whose cleaner cannot clean them. */
  readonly failing: FailingLooks
}

export function cleanersView({ cleaning }: Pick<QueryContext, 'cleaning'>, all: readonly CleaningItem[]): CleanersView {
  const rows = all.map(CLEANING_LIST.toRow)
  return {
    on: [...cleaning.cleaners],
    deletes: cleaning.deletes,
    unverifiable: [...UNVERIFIABLE.values()],
    byHand: rows.filter(({ cleaner }) => cleaner === null).length,
    failing: failingLooks(rows),
  }
}

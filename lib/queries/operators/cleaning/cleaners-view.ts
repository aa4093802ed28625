import { UNVERIFIABLE } from '#lib/hap/lifecycle/cleaning.ts'
import type { QueryContext } from '../../query-context.ts'
import type { CleaningItem } from './cleaning-items.ts'
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
  return {
    on: [...cleaning.cleaners],
    deletes: cleaning.deletes,
    unverifiable: [...UNVERIFIABLE.values()],
    byHand: all.filter(({ row }) => row.cleaner === null).length,
    failing: failingLooks(all.map(({ row }) => row)),
  }
}

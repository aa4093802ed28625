import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { ClaimContext } from './claim-context.ts'
import { OutOfTimeError } from './deadline.ts'

/**
 * Works on one after the other. What goes wrong with one is told and keeps nobody else waiting; where nobody answers, the others are
 * left for later.
 */
export async function oneByOne<Item>(
  { failed }: Pick<ClaimContext, 'failed'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (error instanceof StoreError || error instanceof OutOfTimeError) throw error
      failed(error)
    }
  }
}

import { GardenError } from './garden-error.ts'
import { ItemSplitter } from './item-splitter.ts'
import { parseObject } from './parse-object.ts'
import { yieldTurn } from './turns.ts'

/** What a page says besides its items. */
export interface PageEnd {
  /** Of the list, from which a watch can start. */
  readonly resourceVersion: string
  /** Token of the next page; null at the end. */
  readonly continue: string | null
}

/** Parses a page item by item as it arrives. Throws GardenError `unexpected` for anything but a list, and what `take` throws. */
export async function readPage<T>(
  doing: string,
  chunks: AsyncIterable<Buffer>,
  take: (item: T) => void,
): Promise<PageEnd> {
  const splitter = new ItemSplitter()
  for await (const chunk of chunks) {
    await yieldTurn()
    for (const json of splitter.push(chunk)) {
      take(parseObject<T>(doing, json))
      await yieldTurn()
    }
  }
  const { items, metadata } = parseObject<{
    items?: unknown
    metadata?: { resourceVersion?: string; continue?: string }
  }>(doing, splitter.envelope)
  if (items === undefined) throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not a list.' })
  return { resourceVersion: metadata?.resourceVersion ?? '0', continue: metadata?.continue || null }
}

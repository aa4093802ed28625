import { GardenError } from './garden-error.ts'
import { ItemSplitter } from './item-splitter.ts'
import { parseJson } from './parse-object.ts'
import { yieldTurn } from './turns.ts'

/** What a page says besides its items. */
export interface PageEnd {
  /** Of the list, from which a watch can start. */
  readonly resourceVersion: string
  /** Token of the next page; null at the end. */
  readonly continue: string | null
}

/** Go writes an empty list as null. */
interface ListEnvelope {
  readonly items?: unknown
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string } | null
}

/** Reads of an item's JSON what its caller needs; null where it has to be parsed. */
export type ReadItem = (json: Buffer) => object | null

/** Parses a page item by item as it arrives. Throws GardenError `unexpected` for anything but a list, and what `take` throws. */
export async function readPage<T extends object>(
  doing: string,
  chunks: AsyncIterable<Buffer>,
  take: (item: T) => void,
  readItem: ReadItem = () => null,
): Promise<PageEnd> {
  const splitter = new ItemSplitter()
  for await (const chunk of chunks) {
    await yieldTurn()
    for (const json of splitter.push(chunk)) {
      take((readItem(json) as T | null) ?? parseJson<T>(doing, json.toString('utf8')))
      await yieldTurn()
    }
  }
  const { items, metadata } = parseJson<ListEnvelope>(doing, splitter.envelope)
  if (items === undefined) throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not a list.' })
  return { resourceVersion: metadata?.resourceVersion ?? '0', continue: metadata?.continue || null }
}

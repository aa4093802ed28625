/** Where a reflector writes. Implementations tell real changes from repetitions, so that a relist stays silent. */
export interface Sink<Item> {
  /** `version`: resourceVersion of the object. */
  put(key: string, item: Item, version?: string): void
  remove(key: string): void
  /** A list is complete: whatever is not in `keys` is gone. */
  retain(keys: ReadonlySet<string>): void
}

const ends: (() => Promise<void>)[] = []

/** Caches the result of `make` for later figures in this process. */
export function share<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Registers the end of a shared resource after the last figure. The last one that started ends first. */
export function endLast(end: () => Promise<void>): void {
  ends.unshift(end)
}

/** Ends all shared resources of this process. */
export async function endShared(): Promise<void> {
  for (const end of ends.splice(0)) await end()
}

const ends: (() => Promise<void>)[] = []

/** Remembers what `make` returns for the figures that follow in this process. */
export function share<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Ends something that figures share, after the last of them; what started last ends first. */
export function endLast(end: () => Promise<void>): void {
  ends.unshift(end)
}

/** Ends all that the figures of this process shared. */
export async function endShared(): Promise<void> {
  for (const end of ends.splice(0)) await end()
}

import { isConflict } from '#lib/garden/client/garden-error.ts'

interface CasWrite<T> {
  /** The object as the caller read it, and decided on it. */
  readonly seen: T
  /** Writes under the resourceVersion, and the uid, of the object. Throws GardenError, `conflict` for another version. */
  readonly write: (current: T) => Promise<unknown>
  /** After a conflict: reads the object and decides again. Null when nothing is left to write, as for another uid. */
  readonly decide: () => Promise<T | null>
  readonly maxAttempts: number
}

/**
 * Compare and swap of one object: a write under its version, and after a conflict a new decision on the version that won. Any other
 * error ends it, as it may leave the write in doubt. Throws what `write` and `decide` throw, and the last conflict.
 */
export async function casWrite<T>({ seen, write, decide, maxAttempts }: CasWrite<T>): Promise<void> {
  let current: T | null = seen
  for (let attempt = 1; current !== null; attempt++) {
    try {
      await write(current)
      return
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error
    }
    current = await decide()
  }
}

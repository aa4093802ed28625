/** Counting actions goes no further, and no file has as many. */
export const MOST_COUNTED = 100_000

/** So does counting what a search finds: on a long log each action that is looked at takes its time. */
export const MOST_HITS = 2_000

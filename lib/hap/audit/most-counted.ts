/** Counting actions goes no further, and no file has as many. */
export const MOST_COUNTED = 100_000

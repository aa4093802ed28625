/** Bindings that one job may have. */
export const MOST_TARGETS = 5_000

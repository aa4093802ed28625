/** How far back requests are replayed. */
export const REPLAYED_DAYS = 30

/** Pixels: a history of one day is no block. */
export const WIDEST_BAR = 32

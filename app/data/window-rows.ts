/** Rows of one part of a windowed list. */
export const WINDOW_ROWS = 100

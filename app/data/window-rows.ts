/** Rows of one part of a windowed list: those in sight on a tall screen, as the first part is a part of the page. */
export const WINDOW_ROWS = 128

/**
 * Rows per part of a list. Fills a tall screen, because the first part is rendered with the page.
 */
export const WINDOW_ROWS = 128

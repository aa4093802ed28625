/** Compares ASCII texts such as names and ids in the order of the Kubernetes API. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * Lone surrogates, which the database rejects, and bidirectional controls, which make a text look
 * different.
 */
const DECEPTIVE = /[\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether input can be stored and shown unchanged. */
export function isPlainText(text: string): boolean {
  return !DECEPTIVE.test(text) && !/\p{Cc}/u.test(text.replace(/[\n\r\t]/g, ' '))
}

/** The same for a single line. */
export function isOneLine(text: string): boolean {
  return isPlainText(text) && !/[\n\r\t\p{Zl}\p{Zp}]/u.test(text)
}

/** Whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

/** Truncates a text to a number of UTF-16 units without splitting a character. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Formats a count with its noun: `1 cluster`, `3 clusters`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a list: `a`, `a and b`, `a, b and 3 more`. */
export function formatList(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

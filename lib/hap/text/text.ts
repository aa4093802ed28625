/** Order of plain ASCII texts such as names and ids, the Kubernetes API's own. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Halves of characters, which the database does not keep, and marks that turn the direction: the eye then reads another text. */
const DECEPTIVE = /[\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether what somebody typed can be kept and shown as it is. */
export function isPlainText(text: string): boolean {
  return !DECEPTIVE.test(text) && !/\p{Cc}/u.test(text.replace(/[\n\r\t]/g, ' '))
}

/** The same for a text of one line. */
export function isOneLine(text: string): boolean {
  return isPlainText(text) && !/[\n\r\t\p{Zl}\p{Zp}]/u.test(text)
}

/** Whether anything in a text can be seen: blanks, and characters that have no shape, cannot. */
export function isSeen(text: string): boolean {
  return /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

/** The first characters of a text, at most so many, none of them half. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** `1 cluster`, `3 clusters`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

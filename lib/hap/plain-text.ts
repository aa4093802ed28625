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

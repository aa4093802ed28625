/** A text as the database keeps it: PostgreSQL has neither NUL nor half a character, in a text as in JSON. */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

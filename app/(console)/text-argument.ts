/** A text that a page sends with an action; empty for anything else, which may be of any shape and is no text of ours. */
export function textArgument(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

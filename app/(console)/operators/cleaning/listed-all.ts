const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** `a`, `a and b`, `a, b and c`. */
export function listedAll(names: readonly string[]): string {
  return LIST.format(names)
}

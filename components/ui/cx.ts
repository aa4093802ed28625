/** Joins class names; what is not a text is left out. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(name => name).join(' ')
}

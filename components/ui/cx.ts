/** Joins class names; ignores values other than strings. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(name => name).join(' ')
}

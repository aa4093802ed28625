import { formatPlural } from '#lib/util/format.ts'

/** Progress text while the server lists all shoots before a write. */
export function checkingShoots(shoots: number): string {
  return `Checking ${formatPlural(shoots, 'shoot')} for clusters on this account…`
}

import { formatPlural } from '#lib/util/format.ts'

/** What a dialog says while the console lists all shoots before it writes. */
export function checkingShoots(shoots: number): string {
  return `Checking ${formatPlural(shoots, 'shoot')} for clusters on this account…`
}

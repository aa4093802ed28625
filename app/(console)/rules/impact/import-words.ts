import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import { formatPlural } from '#lib/util/format.ts'

const PARTS = [
  ['clusters', 'no known cluster'],
  ['plans', 'no known plan'],
  ['platformRegions', 'a platform region that no rule, pool or other cluster has'],
] as const

/** What imported plans name that nobody knows, as sentences; null where everything is known. */
export function importWords(check: ImportCheck): string | null {
  const sentences = PARTS.flatMap(([part, words]) => {
    const { lines, first } = check[part]
    if (lines === 0) return []
    const more = lines > first.length ? ', …' : ''
    return [`${formatPlural(lines, 'line')} ${lines === 1 ? 'names' : 'name'} ${words} (${first.join(', ')}${more}).`]
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}

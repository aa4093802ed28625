import type { PoolMarks } from './marks.ts'
import { parsePoolKey } from './pool.ts'

const ENTRY = /^(?:(?<key>[^=]+)=)?(?<low>\d{1,6})-(?<high>\d{1,6})(?<percent>%?)$/

/**
 * The marks a setting names: `6-8`, and after it those of single pools: `6-8,aws~eu=12-16,gcp=10-15%`. Null for any other text, also
 * for a high mark below its low one, a pool named twice, and percent where they mean nothing.
 */
export function parseMarks(text: string, unit: 'accounts' | 'days'): PoolMarks | null {
  const entries = text.split(',').map(entry => parseEntry(entry.trim(), unit))
  const [first, ...rest] = entries
  if (!first || first.key !== null) return null
  const byPool = new Map<string, PoolMarks['all']>()
  for (const entry of rest) {
    if (!entry || entry.key === null || byPool.has(entry.key)) return null
    byPool.set(entry.key, entry.marks)
  }
  return { all: first.marks, byPool }
}

function parseEntry(text: string, unit: 'accounts' | 'days') {
  const { key = null, low, high, percent } = ENTRY.exec(text)?.groups ?? {}
  const marks = { low: Number(low), high: Number(high), percent: percent === '%' }
  if (!(marks.low <= marks.high) || (marks.percent && (unit === 'days' || marks.high > 100))) return null
  return key !== null && parsePoolKey(key) === null ? null : { key, marks }
}

import { isRecord } from '../is-record.ts'

export interface ValueLine {
  readonly change: 'added' | 'removed'
  /** Where it stands: `limits.aws`. */
  readonly key: string
  readonly value: string
  /** The value is a number or a flag. */
  readonly bare: boolean
}

/** What differs between two values of JSON. What is null is not there, and a list of texts has no order. */
export function valueLines(before: unknown, after: unknown): readonly ValueLine[] {
  const [old, young] = [leavesOf(before), leavesOf(after)]
  const lines = [...without(old, young, 'removed'), ...without(young, old, 'added')]
  return lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

type Leaf = readonly [key: string, value: string, bare: boolean]

function without(leaves: readonly Leaf[], others: readonly Leaf[], change: ValueLine['change']): readonly ValueLine[] {
  const known = new Set(others.map(leaf => JSON.stringify(leaf)))
  return leaves
    .filter(leaf => !known.has(JSON.stringify(leaf)))
    .map(([key, value, bare]) => ({ change, key, value, bare }))
}

/** Every text, number and flag in a value of JSON, with where it stands. */
function leavesOf(value: unknown, key = ''): readonly Leaf[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => leavesOf(item, isRecord(item) ? `${key}[${index}]` : key))
  }
  if (!isRecord(value)) return [[key, String(value), typeof value !== 'string']]
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, key === '' ? name : `${key}.${name}`))
}

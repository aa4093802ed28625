import { ANNOTATIONS } from '../pools/annotations.ts'
import { ANNOTATION_PREFIX } from '../pools/binding.ts'
import type { ChangeLine } from './entry-change.ts'

/** Every write, or object, has another value of these, so they tell nothing. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ANNOTATIONS.epoch,
  ANNOTATIONS.stateSince,
  ANNOTATIONS.sinceOf,
  ANNOTATIONS.cleaning,
  ANNOTATIONS.uid,
  'uid',
])

/** Longer values stand on the page of the entry. */
const LONGEST = 40

/** What became of each thing that changed: `cluster c-1`, `tenantName removed`, `allowedGlobalAccounts: 2 added, 1 removed`; labels before notes. */
export function lineWords(lines: readonly ChangeLine[]): readonly string[] {
  const telling = lines.filter(({ key }) => !BOOKKEEPING.has(key))
  const byKey = [...Map.groupBy(telling, ({ key }) => key)]
  const [notes, others] = [byKey.filter(isNote), byKey.filter(each => !isNote(each))]
  return [...others, ...notes].map(([key, ofKey]) => {
    const name = key.startsWith(ANNOTATION_PREFIX) ? key.slice(ANNOTATION_PREFIX.length) : key
    const [came, went] = [ofKey.filter(({ change }) => change === 'added'), ofKey.filter(isRemoved)]
    const [value] = came
    if (value && came.length === 1 && went.length <= 1) {
      return value.value.length > LONGEST ? `${name} changed` : `${name} ${value.value}`
    }
    if (came.length === 0 && went.length === 1) return `${name} removed`
    const counts = [came.length > 0 && `${came.length} added`, went.length > 0 && `${went.length} removed`]
    return `${name}: ${counts.filter(Boolean).join(', ')}`
  })
}

function isNote([, [first]]: readonly [string, readonly ChangeLine[]]): boolean {
  return first !== undefined && 'note' in first && first.note === 'annotation'
}

function isRemoved({ change }: ChangeLine): boolean {
  return change === 'removed'
}

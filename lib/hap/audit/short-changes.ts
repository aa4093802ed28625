import { ANNOTATIONS } from '../pools/annotations.ts'
import { ANNOTATION_PREFIX } from '../pools/binding.ts'
import type { ChangeLine } from './entry-change.ts'

/** Every write has another value of these, so they tell nothing. */
const BOOKKEEPING: ReadonlySet<string> = new Set([ANNOTATIONS.epoch, ANNOTATIONS.stateSince])

/** Changes in a few characters each: `status=reserved` got another value, `+dirty` came, `−tenantName` went. */
export function shortChanges(lines: readonly ChangeLine[]): readonly string[] {
  const telling = lines.filter(({ key }) => !BOOKKEEPING.has(key))
  const byKey = Map.groupBy(telling, ({ key }) => key)
  const changes = [...byKey].map(([key, ofKey]) => {
    const [first] = ofKey
    const name = key.startsWith(ANNOTATION_PREFIX) ? key.slice(ANNOTATION_PREFIX.length) : key
    const isNote = first !== undefined && 'note' in first && first.note === 'annotation'
    const came = ofKey.find(({ change }) => change === 'added')
    const went = ofKey.some(({ change }) => change === 'removed')
    if (came && went) return { rank: isNote ? 3 : 0, text: ofKey.length === 2 ? `${name}=${came.value}` : `±${name}` }
    return { rank: isNote ? 2 : 1, text: `${came ? '+' : '−'}${name}` }
  })
  return changes.sort((a, b) => a.rank - b.rank).map(({ text }) => text)
}

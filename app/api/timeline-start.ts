import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseTimelineCursor, TIMELINE_START, type TimelineCursor } from '#lib/queries/timeline.ts'

/** Where a page of a timeline begins. Throws RefusedRequestError for what no page before has said. */
export function timelineStart({ before }: Readonly<Record<string, string>>): TimelineCursor {
  const from = before === undefined ? TIMELINE_START : parseTimelineCursor(before)
  if (from === null) throw new RefusedRequestError(400, 'before: is not a position that the previous page returned.')
  return from
}

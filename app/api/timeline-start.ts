import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseTimelineCursor, TIMELINE_START, type TimelineCursor } from '#lib/queries/timeline.ts'

/**
 * Cursor of a timeline page. Throws RefusedRequestError for a value that no previous page returned.
 */
export function timelineStart({ before }: Readonly<Record<string, string>>): TimelineCursor {
  const from = before === undefined ? TIMELINE_START : parseTimelineCursor(before)
  if (from === null) throw new RefusedRequestError(400, 'before: is not a position that the previous page returned.')
  return from
}

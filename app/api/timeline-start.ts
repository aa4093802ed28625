import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parsePlace, TIMELINE_START, type TimelinePlace } from '#lib/queries/timeline.ts'

/** Where a page of a timeline begins. Throws RefusedRequestError for what no page before has said. */
export function timelineStart({ before }: Readonly<Record<string, string>>): TimelinePlace {
  const from = before === undefined ? TIMELINE_START : parsePlace(before)
  if (from === null) throw new RefusedRequestError(400, 'before: is not a position that the previous page returned.')
  return from
}

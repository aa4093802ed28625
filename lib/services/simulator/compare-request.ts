import type { QueryContext } from '#lib/queries/query-context.ts'
import { compareRequest, type RequestComparison } from '#lib/queries/simulator/compare-rules.ts'
import { resolveSides } from '#lib/queries/simulator/resolve-sides.ts'
import type { Db } from '#lib/store/database/client.ts'
import { parseRequest } from './evaluate-request.ts'

/** Rules there are not, or input that is not in order: a sentence for the page. */
interface Unreadable {
  readonly kind: 'unreadable'
  readonly message: string
}

export type ComparisonAnswer<View> = { readonly kind: 'compared'; readonly view: View } | Unreadable

/** What a request from outside gets on both sides at this moment. Writes nothing. Throws ZodError for sides, StoreError for revisions. */
export async function compareRequestFrom(
  sides: unknown,
  input: unknown,
  db: Db,
  context: QueryContext,
): Promise<ComparisonAnswer<RequestComparison>> {
  const request = parseRequest(input)
  if ('problem' in request) return { kind: 'unreadable', message: request.problem }
  const both = await resolveSides(sides, db, context)
  if ('problem' in both) return { kind: 'unreadable', message: both.problem }
  return { kind: 'compared', view: compareRequest(context, both, request.asked) }
}

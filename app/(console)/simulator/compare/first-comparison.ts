import type { QueryKey } from '@tanstack/react-query'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { compareRequestFrom } from '#lib/services/simulator/evaluate-request.ts'
import type { Db } from '#lib/store/database/client.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { ComparisonChoice } from './choice.ts'
import { requestComparisonQuery, sidesOf } from './compare-query.ts'
import { NO_DRAFTS } from './draft-texts.ts'

/**
 * The comparison for the first paint, so that nothing moves when it comes; none where a side is a draft, which the browser alone has. That
 * revisions cannot be read the page says by itself.
 */
export async function firstComparison(
  choice: ComparisonChoice | null,
  semantics: Semantics,
  request: Request,
  db: Db,
  context: QueryContext,
): Promise<readonly (readonly [query: { readonly queryKey: QueryKey }, answer: unknown])[]> {
  const sides = choice && sidesOf(choice, semantics, NO_DRAFTS)
  if (sides === null) return []
  try {
    return [[requestComparisonQuery(sides, request), await compareRequestFrom(sides, request, db, context)]]
  } catch (error) {
    if (error instanceof StoreError) return []
    throw error
  }
}

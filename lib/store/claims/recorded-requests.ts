import type { Request } from '#lib/hap/request.ts'
import type { Db } from '#lib/store/database/client.ts'

/** A request as claims asked it, and how many did. */
export interface RecordedRequest extends Request {
  readonly claims: number
  /** When it was asked last. */
  readonly at: Date
}

/**
 * What was asked of the rules since a moment, whatever came of it; clusters that were registered because they ran already asked nothing,
 * and a request that names its target asked no rule.
 */
export function listRecordedRequests(db: Db, since: Date): Promise<readonly RecordedRequest[]> {
  // A claim is written when it arrives, so the index on when it was written last finds it.
  return db.$queryRaw<RecordedRequest[]>`
    SELECT coalesce(request->>'plan', '') AS plan, coalesce(request->>'provider', '') AS provider,
      coalesce(request->>'platformRegion', '') AS "platformRegion",
      coalesce(request->>'hyperscalerRegion', '') AS "hyperscalerRegion",
      coalesce(request->>'globalAccount', '') AS "globalAccount", count(*)::int AS claims, max(created_at) AS at
    FROM claim WHERE updated_at >= ${since} AND created_at >= ${since} AND NOT adopted AND request->'target' IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`
}

/** Platform regions these claims were asked with, by the ids of the claims; one asked without is not among them. What was asked never changes. */
export async function readRequestedRegions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ id: string; region: string }[]>`
    SELECT id, request->>'platformRegion' AS region FROM claim
    WHERE id = ANY(${ids}) AND coalesce(request->>'platformRegion', '') <> ''`
  return new Map(rows.map(({ id, region }) => [id, region]))
}

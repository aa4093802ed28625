import type { Request } from '#lib/hap/request.ts'
import type { Db } from '#lib/store/database/client.ts'

/** A request with the number of claims that made it. */
export interface RecordedRequest extends Request {
  readonly claims: number
  /** Time of the latest claim. */
  readonly at: Date
}

/**
 * Requests to the rules since a time, in any status of their claims. Adopted clusters made no
 * request, and a request that names its target uses no rule.
 */
export function listRecordedRequests(db: Db, since: Date): Promise<readonly RecordedRequest[]> {
  // A claim is updated when it arrives, so the index on updated_at finds it.
  return db.$queryRaw<RecordedRequest[]>`
    SELECT coalesce(request->>'plan', '') AS plan, coalesce(request->>'provider', '') AS provider,
      coalesce(request->>'platformRegion', '') AS "platformRegion",
      coalesce(request->>'hyperscalerRegion', '') AS "hyperscalerRegion",
      coalesce(request->>'globalAccount', '') AS "globalAccount", count(*)::int AS claims, max(created_at) AS at
    FROM claim WHERE updated_at >= ${since} AND created_at >= ${since} AND NOT adopted AND request->'target' IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`
}

/** Requested platform regions by claim id; claims without one are absent. A request never changes. */
export async function readRequestedRegions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ id: string; region: string }[]>`
    SELECT id, request->>'platformRegion' AS region FROM claim
    WHERE id = ANY(${ids}) AND coalesce(request->>'platformRegion', '') <> ''`
  return new Map(rows.map(({ id, region }) => [id, region]))
}

import type { Db } from '#lib/store/database/client.ts'

/** Platform regions these claims were asked with, by the ids of the claims; one asked without is not among them. What was asked never changes. */
export async function askedRegions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.$queryRaw<{ id: string; region: string }[]>`
    SELECT id, request->>'platformRegion' AS region FROM claim
    WHERE id = ANY(${ids}) AND coalesce(request->>'platformRegion', '') <> ''`
  return new Map(rows.map(({ id, region }) => [id, region]))
}

import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'

const PER_PAGE = 500

/** All objects of a collection. Throws GardenError. */
export async function listAll<T extends KubeObject>(
  client: Pick<GardenClient, 'page'>,
  collection: Collection,
  signal?: AbortSignal,
): Promise<T[]> {
  const found: T[] = []
  let from: string | null = null
  do {
    const end: PageEnd = await client.page<T>(
      collection,
      { limit: PER_PAGE, ...(from === null ? {} : { continue: from }), ...(signal === undefined ? {} : { signal }) },
      object => found.push(object),
    )
    from = end.continue
  } while (from !== null)
  return found
}

import type { Access } from './access.ts'
import type { Findings } from './report.ts'
import { shootObjects } from './shoot-objects.ts'

/** Expects no objects of the operators in the shoot except those of the remaining requests. */
export async function judgeLeftovers(access: Access, living: ReadonlySet<string>, found: Findings): Promise<void> {
  const uids = new Set(
    [...access.requests.all()].filter(({ metadata }) => living.has(metadata.name)).map(({ metadata }) => metadata.uid),
  )
  const objects = await access.inShoot(shootObjects)
  found.atMost('leftovers', objects.filter(({ request }) => !uids.has(request)).length, 0)
}

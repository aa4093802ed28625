import type { GardenClient } from '#lib/garden/client/client.ts'
import { type AskedAccess, placedRules } from '#lib/hap/access/access-rule.ts'
import { findIdleRules, type IdleReport } from '#lib/hap/access/idle-rules.ts'
import { readDiscovery } from './read-discovery.ts'

/** Finds rules that grant nothing on a cluster; only when something is found is all of its API asked for. Throws GardenError. */
export async function checkRules(
  client: Pick<GardenClient, 'request'>,
  access: AskedAccess,
  signal: AbortSignal,
): Promise<IdleReport> {
  const groups = placedRules(access).flatMap(({ rule }) => rule.apiGroups ?? [])
  const report = findIdleRules(
    access,
    await readDiscovery(client, groups.includes('*') ? 'all' : new Set(groups), signal),
  )
  return report.words.length === 0 ? report : findIdleRules(access, await readDiscovery(client, 'all', signal))
}

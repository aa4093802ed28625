import type { Env } from '#lib/env.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { type LiveRuntimes, watchRuntimes } from '#lib/garden/inventory/watch-runtimes.ts'
import type { Shutdown } from './shutdown.ts'

/** Follows what Kyma's infrastructure manager knows of clusters in the control plane; null without one. */
export function runtimesAtWork(
  settings: Pick<Env, 'HAP_KCP_NAMESPACE' | 'HAP_STALE_AFTER'>,
  client: GardenClient | null,
  shutdown: Shutdown,
): LiveRuntimes | null {
  if (client === null) return null
  const live = watchRuntimes({
    client,
    namespace: settings.HAP_KCP_NAMESPACE,
    staleAfterMs: settings.HAP_STALE_AFTER * 1000,
  })
  shutdown.add(() => live.stop())
  return live
}

import type { Services } from '#embedded-garden/resource.ts'
import { startGarbageCollector } from './garbage.ts'
import { startNamespaceController } from './namespaces.ts'

/** Starts what kube-controller-manager does in every cluster; answers with how to stop it. */
export function startClusterControllers(services: Services): () => void {
  const stops = [startNamespaceController(services), startGarbageCollector(services)]
  return () => {
    for (const stop of stops) stop()
  }
}

import type { Services } from '#lib/embedded-garden/services.ts'
import { BINDING_KINDS, startBindingController } from './bindings.ts'
import { startGarbageCollector } from './garbage.ts'
import { startNamespaceController } from './namespaces.ts'
import { startSecretController } from './secrets.ts'
import { startShootController } from './shoots.ts'

/** Starts what a living landscape does by itself; answers with how to stop it. */
export function startControllers(services: Services): () => void {
  const stops = [
    ...BINDING_KINDS.map(kind => startBindingController(services, kind)),
    startSecretController(services),
    startNamespaceController(services),
    startShootController(services),
    startGarbageCollector(services),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

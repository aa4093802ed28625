import type { Services } from '#embedded-garden/resource.ts'
import { BINDING_KINDS, startBindingController, startSecretController } from './bindings.ts'
import { startGarbageCollector } from './garbage.ts'
import { startNamespaceController } from './namespaces.ts'
import { type ShootLifeOptions, startShootController } from './shoots.ts'

/** Starts all controllers of a garden. Returns a function that stops them. */
export function startControllers(services: Services, shootLife: ShootLifeOptions): () => void {
  const stops = [
    ...BINDING_KINDS.map(kind => startBindingController(services, kind)),
    startSecretController(services),
    startShootController(services, shootLife),
    startClusterControllers(services),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Starts the controllers that kube-controller-manager runs in every cluster. Returns a function that stops them. */
export function startClusterControllers(services: Services): () => void {
  const stops = [startNamespaceController(services), startGarbageCollector(services)]
  return () => {
    for (const stop of stops) stop()
  }
}

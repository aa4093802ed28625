import type { Services } from '#embedded-garden/resource.ts'
import { BINDING_KINDS, startBindingController } from './bindings.ts'
import { startClusterControllers } from './cluster.ts'
import { startSecretController } from './secrets.ts'
import { type ShootLifeOptions, startShootController } from './shoots.ts'

/** Starts what a living landscape does by itself; answers with how to stop it. */
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

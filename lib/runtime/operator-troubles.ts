import type { Controller } from '#lib/operators/framework/controller.ts'
import { log } from '#lib/telemetry/log.ts'

/** Looks, whenever it is called, at what controllers cannot follow; each trouble is told once, until it is another. */
export function troublesOf(controllers: readonly Pick<Controller, 'freshness'>[]): () => void {
  const told = new Map<string, string>()
  return () => {
    for (const { resource, phase, error } of controllers.flatMap(controller => controller.freshness())) {
      const trouble = phase === 'live' || error === null ? '' : error.message
      if (trouble !== '' && trouble !== told.get(resource))
        log().warn({ resource, reason: trouble }, 'operators work on what they knew before')
      told.set(resource, trouble)
    }
  }
}

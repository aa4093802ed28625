import { type LandscapeOptions, landscape as planLandscape } from '#embedded-garden/landscape/landscape.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { HAP_KEYS } from '#lib/runtime/embedded-garden.ts'

/** The objects of a Gardener project whose accounts carry the annotations of HAP. */
export function landscape(options: Omit<LandscapeOptions, 'keys'>): Generator<KubeObject> {
  return planLandscape({ ...options, keys: HAP_KEYS })
}

import { type LandscapeOptions, landscape as planLandscape } from '#embedded-garden/landscape/landscape.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { POOL_MARKS } from '#lib/runtime/embedded-garden.ts'

/** The objects of a Gardener project whose accounts carry HAP's marks. */
export function landscape(options: Omit<LandscapeOptions, 'marks'>): Generator<KubeObject> {
  return planLandscape({ ...options, marks: POOL_MARKS })
}

import type { KubeObject } from '#embedded-garden/object.ts'
import { planAccounts } from './accounts.ts'
import { drawClusters } from './clusters.ts'
import type { HapKeys } from './labels.ts'
import { bindingManifest } from './manifests/binding.ts'
import { catalogManifests } from './manifests/catalog.ts'
import { credentialsManifest } from './manifests/credentials.ts'
import { terminatingEvent } from './manifests/event.ts'
import { gardenerClusterManifest } from './manifests/gardener-cluster.ts'
import { kimDefinitions } from './manifests/kim-definitions.ts'
import { projectManifests } from './manifests/project.ts'
import { runtimeManifest } from './manifests/runtime.ts'
import { shootManifest } from './manifests/shoot.ts'
import { createRandom } from './random.ts'
import { drawRuntime } from './runtimes.ts'
import { planShoots } from './shoots.ts'
import { blueprintOf, type GardenSize } from './size.ts'
import { planTenants } from './tenants.ts'

export interface LandscapeOptions {
  readonly seed: number
  readonly size: GardenSize
  /** The current time in epoch milliseconds; every age refers to it. */
  readonly at: number
  readonly namespace?: string
  readonly keys: HapKeys
}

/** Namespace of the landscape's Gardener project. */
export const LANDSCAPE_NAMESPACE = 'garden-kyma-prod'

/**
 * Yields the objects of a whole Gardener project and of Kyma's control plane, with uid, times and managedFields, but without
 * resourceVersion. The same options produce the same objects. An object follows the objects it refers to. Objects may share
 * parts, so callers copy them before writing.
 */
export function* landscape(options: LandscapeOptions): Generator<KubeObject> {
  const { seed, size, at, keys, namespace = LANDSCAPE_NAMESPACE } = options
  const place = { namespace, project: namespace.replace(/^garden-/, ''), at }
  const blueprint = blueprintOf(size)
  const tenants = planTenants(blueprint, seed)
  const accounts = drawClusters(planAccounts(blueprint, { seed, at, tenants, keys }), blueprint, seed)

  const random = createRandom(seed, 'objects')
  yield* projectManifests(place, random)
  yield* catalogManifests(blueprint, place, random)
  for (const account of accounts) {
    yield credentialsManifest(account, place, random)
    for (const binding of account.bindings) {
      yield bindingManifest(account, binding, place, random)
      if (binding.deletedAt !== null) yield terminatingEvent(account, binding, place, random)
    }
  }
  if (blueprint.shoots > 0) yield* kimDefinitions(place, random)
  // A separate random stream, so that the objects of Kyma's control plane do not change the drawn shoots.
  const kept = createRandom(seed, 'runtimes')
  for (const shoot of planShoots(accounts, { blueprint, tenants, seed, at })) {
    yield shootManifest(shoot, place)
    const runtime = drawRuntime(shoot, at, kept)
    if (runtime === null) continue
    if (runtime.objects !== 'GardenerCluster') yield runtimeManifest(runtime, place)
    if (runtime.objects !== 'Runtime') yield gardenerClusterManifest(runtime, place)
  }
}

import type { Env } from '#lib/env.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import { StartError } from './start-error.ts'

/** What every page shows about where it looks. */
export interface LandscapeName {
  readonly name: string
  readonly namespace: string
  /** Whether it is the embedded garden, where nothing is at stake. */
  readonly embedded: boolean
}

/** Name and namespace of the landscape: the settings, else what the kubeconfig's context says. Throws StartError without a namespace. */
export function landscapeName(env: Env, access: Access, embedded: boolean): LandscapeName {
  const namespace = env.HAP_NAMESPACE ?? access.namespace
  if (namespace === null) {
    throw new StartError(
      'The kubeconfig names no namespace. Set HAP_NAMESPACE to the namespace of the Gardener project. Example: HAP_NAMESPACE=garden-kyma-prod',
    )
  }
  return { name: env.HAP_LANDSCAPE ?? (embedded ? 'demo' : access.context), namespace, embedded }
}

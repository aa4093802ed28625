import type { Env } from '#lib/env.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { VERSION } from '#lib/version.ts'
import type { ControlPlane } from './control-plane.ts'
import { kubeconfigExceptions } from './kubeconfig-exceptions.ts'
import type { Shutdown } from './shutdown.ts'

interface KubeconfigParts {
  readonly controlPlane: ControlPlane | null
  readonly audit: KubeconfigContext['audit']
  readonly grants: KubeconfigContext['grants']
  /** The time entries of the audit log are dated by. */
  now(): number
}

/** What pages do to requests of kubeconfigs; null without pages or a control plane. Throws StartError. */
export function kubeconfigVerbs(
  env: Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_KUBECONFIG_EXCEPTIONS'>,
  { controlPlane, audit, grants, now }: KubeconfigParts,
  shutdown: Shutdown,
): KubeconfigContext | null {
  const exceptions = kubeconfigExceptions(env)
  if (controlPlane === null || !env.HAP_ROLES.includes('web')) return null
  const { client: control, access } = controlPlane
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  return { control, secrets, namespace: env.HAP_KCP_NAMESPACE, exceptions, audit, grants, clock: { now } }
}

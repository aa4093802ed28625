import type { Env } from '#lib/env.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import { type Exceptions, ExceptionsError, parseExceptions } from '#lib/hap/access/dangers.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { VERSION } from '#lib/version.ts'
import type { Shutdown } from './shutdown.ts'
import type { ControlPlane } from './start-control-plane.ts'
import { StartError } from './start-error.ts'

interface KubeconfigParts {
  readonly controlPlane: ControlPlane | null
  readonly audit: KubeconfigContext['audit']
  readonly grants: KubeconfigContext['grants']
  /** The time entries of the audit log are dated by. */
  now(): number
}

/** What pages do to requests of kubeconfigs; null without pages or a control plane. Throws StartError. */
export function startKubeconfigActions(
  env: Pick<Env, 'HAP_ROLES' | 'HAP_KCP_NAMESPACE' | 'HAP_KUBECONFIG_EXCEPTIONS'>,
  { controlPlane, audit, grants, now }: KubeconfigParts,
  shutdown: Shutdown,
): KubeconfigContext | null {
  const exceptions = parseKubeconfigExceptions(env)
  if (controlPlane === null || !env.HAP_ROLES.includes('web')) return null
  const { client: control, access } = controlPlane
  const secrets = createSecretReader({ access, version: VERSION })
  shutdown.add(() => secrets.close())
  return { control, secrets, namespace: env.HAP_KCP_NAMESPACE, exceptions, audit, grants, clock: { now } }
}

/** What kubeconfigs of some namespaces may do although policy denies it. Throws StartError for a setting that cannot be read. */
export function parseKubeconfigExceptions({
  HAP_KUBECONFIG_EXCEPTIONS: text,
}: Pick<Env, 'HAP_KUBECONFIG_EXCEPTIONS'>): Exceptions {
  try {
    return parseExceptions(text ?? '')
  } catch (error) {
    if (!(error instanceof ExceptionsError)) throw error
    throw new StartError(`HAP_KUBECONFIG_EXCEPTIONS: ${error.message}`)
  }
}

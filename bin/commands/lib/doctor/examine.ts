import { existsSync } from 'node:fs'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
import type { Env } from '#lib/env.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { type Access, KubeconfigError, loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type PermissionPart, type PermissionRule, permissions } from '#lib/garden/permissions.ts'
import { loadConfiguredAccess, resolveLandscapeName } from '#lib/runtime/cluster-access.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { VERSION } from '#lib/version.ts'
import { checkAddress } from './check-address.ts'
import { checkCluster, checkKinds, checkNamespace, checkPermissions } from './check-cluster.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles, checkSettings } from './check-settings.ts'
import { checkSignIn } from './check-sign-in.ts'
import { type Checkup, note, skipped, wrong } from './checkup.ts'

/**
 * Checks everything that a console with these settings needs, without changing anything. `unknown`:
 * see checkSettings.
 */
export async function examine(env: Env, unknown: readonly string[] = []): Promise<readonly Checkup[]> {
  const { files, checks } = checkFiles(env)
  return [
    ...checkSettings(env, unknown),
    ...checks,
    ...(await checkAddress(env)),
    ...(await checkSignIn(env)),
    ...(await checkDatabase(env, files)),
    ...(await checkClusters(env)),
  ]
}

async function checkClusters(env: Env): Promise<readonly Checkup[]> {
  try {
    const { access, embedded } = landscapeAccess(env)
    if (access === null) {
      const says = 'KUBECONFIG is not set: the console will start an embedded garden, which grants it all permissions.'
      return [note('Gardener', says, 'For a Gardener project set KUBECONFIG and HAP_NAMESPACE.')]
    }
    if (embedded && !(await checkCluster('Gardener', access)).answers) {
      const says = `The embedded garden of ${env.DATA_DIR} is not running. It runs together with its console.`
      return [note('Gardener', says, 'Start the console, or set KUBECONFIG, to check the rest.')]
    }
    const { namespace } = resolveLandscapeName(env, access, embedded)
    const namespaces = { gardener: namespace, 'control-plane': env.HAP_KCP_NAMESPACE }
    const kcp = env.HAP_KCP_KUBECONFIG
    const control = kcp === null ? (embedded ? access : null) : loadKubeconfig(kcp, { variable: 'HAP_KCP_KUBECONFIG' })
    return [
      ...(await checkOne(env, { subject: 'Gardener', cluster: 'gardener', access, namespaces })),
      ...(control === null
        ? [
            skipped(
              'control plane',
              'HAP_KCP_KUBECONFIG is not set: there are no operators, and no plans from the control plane.',
            ),
          ]
        : await checkOne(env, { subject: 'control plane', cluster: 'control-plane', access: control, namespaces })),
    ]
  } catch (error) {
    if (!(error instanceof KubeconfigError || error instanceof StartError)) throw error
    return [wrong('Gardener', error.message, 'The console does not start until this is fixed.')]
  }
}

/** Access like the console; for a demo by the kubeconfig that its console wrote. */
function landscapeAccess(env: Env): { readonly access: Access | null; readonly embedded: boolean } {
  const outer = loadConfiguredAccess(env)
  if (outer !== null) return { access: outer, embedded: false }
  const file = kubeconfigFile(env.DATA_DIR, 'operator')
  return { access: existsSync(file) ? loadKubeconfig(file) : null, embedded: true }
}

interface ClusterQuestion {
  readonly subject: 'Gardener' | 'control plane'
  readonly cluster: PermissionRule['cluster']
  readonly access: Access
  readonly namespaces: Readonly<Record<PermissionRule['cluster'], string>>
}

async function checkOne(
  env: Env,
  { subject, cluster, access, namespaces }: ClusterQuestion,
): Promise<readonly Checkup[]> {
  const { answers, checks } = await checkCluster(subject, access)
  if (!answers) return [...checks, skipped('permissions', `The permissions in ${subject} could not be checked.`)]
  const client = createGardenClient({ access, version: VERSION })
  try {
    const rules = permissions({
      bindingKinds: env.HAP_BINDING_KINDS,
      rulesConfigMap: env.HAP_RULES_CONFIGMAP,
      kebConfigMap: env.HAP_KEB_CONFIGMAP,
    }).filter(rule => rule.cluster === cluster)
    const user = `the user of the context ${access.context} at ${access.server}`
    return [
      ...checks,
      ...(await checkNamespace(subject, client, namespaces[cluster])),
      ...(cluster === 'gardener' ? await checkKinds(client, namespaces.gardener, env.HAP_BINDING_KINDS) : []),
      ...(await checkPermissions({ rules, wanted: wantedParts(env), namespaces, client, user })),
    ]
  } finally {
    client.close()
  }
}

/** The parts of the console that the settings enable. Permissions of actions on accounts stay optional, because no setting enables them. */
function wantedParts(env: Env): ReadonlySet<PermissionPart> {
  const wanted = new Set<PermissionPart>(['reading'])
  if (env.HAP_KCP_KUBECONFIG !== null) {
    wanted.add('plans')
    if (env.HAP_ROLES.includes('operators')) wanted.add('operators').add('acting')
  }
  if (env.HAP_CLEANERS !== null && env.HAP_CLEANERS.length > 0) wanted.add('cleaning')
  return wanted
}

import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { authenticationData, authenticationName, authenticationNote } from './authentication.ts'
import { CLOUD_PROFILES, type CloudProfileObject } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'
import type { LiveShoot } from './live-shoot.ts'
import { provisionedBy, shootForeign, shootGone } from './provisioned.ts'
import { settleChanges } from './settle-changes.ts'
import { FIELD_MANAGER, planShoot, type ShootManifest } from './shoot-manifest.ts'
import { SHOOT_ANNOTATIONS } from './shoot-metadata.ts'
import { isStillWanted, undoIfGone } from './still-wanted.ts'

export interface ShootWork {
  readonly cluster: Cluster
  readonly binding: BindingRef
  readonly name: string
  readonly globalAccount: string
}

/** How the shoot of a Cluster is, after what could be done was done. */
export interface KeptShoot {
  /** Null when there is none of ours. */
  readonly shoot: LiveShoot | null
  readonly findings: readonly ClusterFinding[]
}

/** The shoot as it is now, or null. Throws GardenError. */
export async function readShoot(
  { garden, project }: Pick<ClusterContext, 'garden' | 'project'>,
  name: string,
  signal: AbortSignal,
): Promise<LiveShoot | null> {
  try {
    return await garden.get<LiveShoot>({ resource: SHOOTS, namespace: project.namespace, name }, { signal })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Whether a shoot was made for this very Cluster, and is the one that was made. */
export function isShootOf({ metadata }: LiveShoot, { metadata: { uid }, status }: Cluster): boolean {
  const made = status?.shootRef?.uid
  return metadata?.annotations?.[SHOOT_ANNOTATIONS.clusterUid] === uid && (made === undefined || made === metadata.uid)
}

/** Makes the shoot of a Cluster, or changes it as far as Gardener allows. One that was made and is gone is not made again. Throws GardenError. */
export async function keepShoot(context: ClusterContext, work: ShootWork, signal: AbortSignal): Promise<KeptShoot> {
  const { cluster, binding, name } = work
  const existing = await readShoot(context, name, signal)
  if (existing === null && cluster.status?.shootRef !== undefined) return { shoot: null, findings: [shootGone(name)] }
  if (existing !== null && !isShootOf(existing, cluster)) return { shoot: null, findings: [shootForeign(name)] }
  const account = `${binding.kind} ${binding.name}`
  const provisioned = (shoot: LiveShoot) => provisionedBy(shoot, account)
  if (existing?.metadata?.deletionTimestamp !== undefined) return { shoot: existing, findings: [provisioned(existing)] }

  const profile = await profileOf(context, cluster, signal)
  const order = { ...work, namespace: context.project.namespace, profile, existing, now: context.now() }
  const planned = planShoot(order)
  if ('problem' in planned) {
    if (existing !== null) return { shoot: existing, findings: [provisioned(existing), notApplied(planned.problem)] }
    return { shoot: null, findings: [clusterFinding('ClusterProvisioned', 'False', 'ShootRefused', planned.problem)] }
  }
  const zones = cluster.spec.infrastructure?.numberOfZones ?? 1
  const { manifest, forbidden, needed } =
    existing === null
      ? { manifest: planned.manifest, forbidden: [], needed: true }
      : settleChanges(planned.manifest, existing, zones)
  try {
    if (existing === null && !(await isStillWanted(context, cluster, signal))) return { shoot: null, findings: [] }
    if (needed) await writeAuthentication(context, cluster, name, signal)
    const shoot = needed ? await applyShoot(context, manifest, existing, signal) : existing
    if (shoot === null) throw new Error('A shoot that is not there needs to be made.')
    // Until its status names the shoot, the Cluster may have gone without knowing of it.
    if (cluster.status?.shootRef === undefined) await undoIfGone(context, cluster, shoot, signal)
    return { shoot, findings: [provisioned(shoot), applied(cluster, forbidden)] }
  } catch (error) {
    if (!(error instanceof GardenError) || (error.kind !== 'invalid' && error.kind !== 'forbidden')) throw error
    if (existing !== null) return { shoot: existing, findings: [provisioned(existing), notApplied(error.message)] }
    return { shoot: null, findings: [clusterFinding('ClusterProvisioned', 'False', 'ShootRefused', error.message)] }
  }
}

/** A new shoot takes over nothing that is there by that name; an existing one must still be the one that was read. */
function applyShoot(
  { garden, project: { namespace } }: ClusterContext,
  manifest: ShootManifest,
  existing: LiveShoot | null,
  signal: AbortSignal,
): Promise<LiveShoot> {
  const place = { resource: SHOOTS, namespace, name: manifest.metadata.name }
  const uid = existing?.metadata?.uid
  const only = uid === undefined ? { force: false } : { force: true, uid }
  return garden.apply<LiveShoot>(place, manifest as unknown as LiveShoot, { manager: FIELD_MANAGER, ...only, signal })
}

function profileOf({ garden }: ClusterContext, { spec }: Cluster, signal: AbortSignal): Promise<CloudProfileObject> {
  const name = spec.infrastructure?.provider ?? ''
  return garden.get<CloudProfileObject>({ resource: CLOUD_PROFILES, namespace: null, name }, { signal })
}

/** It has to be there before the shoot that names it. */
async function writeAuthentication(
  { garden, project: { namespace } }: ClusterContext,
  { spec: { oidcConfig } }: Cluster,
  shoot: string,
  signal: AbortSignal,
): Promise<void> {
  if (oidcConfig === undefined) return
  const place = { resource: CONFIG_MAPS, namespace, name: authenticationName(shoot) }
  const config = { data: { ...authenticationData(oidcConfig) } }
  await garden.apply(place, config, { manager: FIELD_MANAGER, force: true, signal })
}

function applied({ spec: { oidcConfig } }: Cluster, forbidden: readonly string[]): ClusterFinding {
  if (forbidden.length > 0) return notApplied(forbidden.join(' '))
  const note = oidcConfig === undefined ? null : authenticationNote(oidcConfig)
  return clusterFinding('SpecApplied', 'True', 'Applied', note ?? 'The shoot is as the Cluster asks for.')
}

function notApplied(message: string): ClusterFinding {
  return clusterFinding('SpecApplied', 'False', 'ChangeForbidden', message)
}

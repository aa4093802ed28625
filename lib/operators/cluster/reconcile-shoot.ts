import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { shootBinding } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ShootRefusal } from '#lib/operators/api/cluster.ts'
import { authenticationNote } from './authentication.ts'
import { readProfile } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { deleteOrphanedShoot } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { provisionedBy, shootForeign, shootGone } from './provisioned-condition.ts'
import { resolveChanges } from './resolve-changes.ts'
import { planShoot } from './shoot-manifest.ts'
import { SHOOT_ANNOTATIONS } from './shoot-metadata.ts'
import { type ClusterFinding, clusterFinding } from './write-cluster-status.ts'
import { writeShoot } from './write-shoot.ts'

interface ShootWork {
  readonly cluster: Cluster
  readonly binding: BindingRef
  /** Id of the claim that got the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly name: string
  readonly selector: SubscriptionSelector
  /** The tenant; empty where only a shared account is asked for and no label names one. */
  readonly globalAccount: string
  /** The shoot of that name as it is now; null when there is none. */
  readonly existing: LiveShoot | null
}

/** How the shoot of a Cluster is, after what could be done was done. */
export interface ReconciledShoot {
  /** Null when there is none of ours. */
  readonly shoot: LiveShoot | null
  readonly findings: readonly ClusterFinding[]
  /** What Gardener refused; null when nothing. */
  readonly refusal: ShootRefusal | null
}

/** The shoot as it is now, or null. Throws GardenError. */
export function readShoot(
  { garden, project }: Pick<ClusterContext, 'garden' | 'project'>,
  name: string,
  signal: AbortSignal,
): Promise<LiveShoot | null> {
  return nullIfNotFound(garden.get<LiveShoot>({ resource: SHOOTS, namespace: project.namespace, name }, { signal }))
}

/** Whether a shoot was made for this very Cluster, and is the one that was made. */
export function isShootOf({ metadata }: LiveShoot, { metadata: { uid }, status }: Cluster): boolean {
  const made = status?.shootRef?.uid
  return metadata?.annotations?.[SHOOT_ANNOTATIONS.clusterUid] === uid && (made === undefined || made === metadata.uid)
}

/** The binding a shoot is on; null where it names none. */
export function bindingOfShoot({ metadata, spec = {} }: LiveShoot): BindingRef | null {
  const named = shootBinding(spec)
  return named && { ...named, namespace: metadata?.namespace ?? '' }
}

/**
 * Makes the shoot of a Cluster, or changes it as far as Gardener allows. One that was made and is gone is not made again. Throws
 * GardenError where Gardener cannot be asked, or its answer is not known.
 */
export async function reconcileShoot(
  context: ClusterContext,
  work: ShootWork,
  signal: AbortSignal,
): Promise<ReconciledShoot> {
  const { cluster, binding, name, existing } = work
  if (existing === null && cluster.status?.shootRef !== undefined) return without(shootGone(name))
  if (existing !== null && !isShootOf(existing, cluster)) return without(shootForeign(name))
  if (existing?.metadata?.deletionTimestamp !== undefined) return withShoot(existing, binding)

  const kept = await adjust(context, work, signal)
  // Until its status names the shoot, the Cluster may have gone without knowing of it.
  if (kept.shoot !== null && cluster.status?.shootRef === undefined)
    await deleteOrphanedShoot(context, cluster, kept.shoot, signal)
  return kept
}

async function adjust(context: ClusterContext, work: ShootWork, signal: AbortSignal): Promise<ReconciledShoot> {
  const { cluster, binding, claim, selector, existing } = work
  const profile = await readProfile(context, cluster, signal)
  // What was refused before is not sent again for having come to nothing in between.
  const refused = { refusal: cluster.status?.refusal ?? null }
  if ('problem' in profile) return { ...hindered(existing, binding, 'no-profile', profile.problem), ...refused }
  const order = { ...work, namespace: context.project.namespace, profile, now: context.now() }
  const planned = planShoot(order)
  if ('problem' in planned) return blockedBy(existing, binding, 'refused', planned.problem)
  const zones = cluster.spec.infrastructure?.numberOfZones ?? 1
  const { manifest, forbidden, needed } =
    existing === null ? { ...planned, forbidden: [], needed: true } : resolveChanges(planned.manifest, existing, zones)
  if (existing !== null && !needed) return withShoot(existing, binding, applied(cluster, forbidden))
  const written = await writeShoot(context, { cluster, existing, manifest, binding, claim, selector, profile }, signal)
  if ('shoot' in written) return withShoot(written.shoot, binding, applied(cluster, forbidden))
  if ('unwanted' in written) return existing === null ? without() : withShoot(existing, binding)
  if ('unfit' in written)
    return without(clusterFinding('ClusterProvisioned', 'False', written.unfit.reason, written.unfit.message))
  if ('conflict' in written) return { ...hindered(existing, binding, 'conflicts', written.conflict), ...refused }
  const { refusal } = written
  return { ...hindered(existing, binding, 'refused', [...forbidden, refusal.message].join(' ')), refusal }
}

function without(...findings: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot: null, findings, refusal: null }
}

function withShoot(shoot: LiveShoot, { kind, name }: BindingRef, ...more: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot, findings: [provisionedBy(shoot, `${kind} ${name}`), ...more], refusal: null }
}

/** Why there is no shoot yet, or why the one there is is not as it should be. */
const BLOCKED_REASONS = {
  refused: { made: 'ShootRefused', changed: 'ChangeForbidden' },
  conflicts: { made: 'ShootConflicts', changed: 'ChangeConflicts' },
  'no-profile': { made: 'CloudProfileUnavailable', changed: 'CloudProfileUnavailable' },
} as const

function blockedBy(
  existing: LiveShoot | null,
  binding: BindingRef,
  by: keyof typeof BLOCKED_REASONS,
  message: string,
): ReconciledShoot {
  const { made, changed } = BLOCKED_REASONS[by]
  if (existing === null) return without(clusterFinding('ClusterProvisioned', 'False', made, message))
  return withShoot(existing, binding, clusterFinding('SpecApplied', 'False', changed, message))
}

function applied({ spec: { oidcConfig } }: Cluster, forbidden: readonly string[]): ClusterFinding {
  if (forbidden.length > 0) return clusterFinding('SpecApplied', 'False', 'ChangeForbidden', forbidden.join(' '))
  const note = oidcConfig === undefined ? null : authenticationNote(oidcConfig)
  return clusterFinding('SpecApplied', 'True', 'Applied', note ?? 'The shoot is as the Cluster asks for.')
}

import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { shootBinding } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ShootRefusal } from '#lib/operators/api/cluster.ts'
import { isShootOf } from '#lib/operators/target/find-target.ts'
import { authenticationNote } from './authentication.ts'
import { readProfile } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { deleteOrphanedShoot } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { provisionedBy, shootForeign, shootGone } from './provisioned-condition.ts'
import { resolveChanges } from './resolve-changes.ts'
import { planShoot } from './shoot-manifest.ts'
import { type ClusterFinding, clusterFinding } from './write-cluster-status.ts'
import { writeShoot } from './write-shoot.ts'

interface ShootWork {
  readonly cluster: Cluster
  readonly binding: BindingRef
  /** Id of the claim of the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly name: string
  readonly selector: SubscriptionSelector
  /** The tenant; empty for a shared account without a label. */
  readonly globalAccount: string
  /** Present shoot of that name; null without one. */
  readonly existing: LiveShoot | null
}

/** Result of reconciling the shoot of a Cluster. */
export interface ReconciledShoot {
  /** Null without a shoot of the Cluster. */
  readonly shoot: LiveShoot | null
  readonly findings: readonly ClusterFinding[]
  /** Refusal of Gardener; null without one. */
  readonly refusal: ShootRefusal | null
}

/** Reads the shoot; null without one. Throws GardenError. */
export function readShoot(
  { garden, project }: Pick<ClusterContext, 'garden' | 'project'>,
  name: string,
  signal: AbortSignal,
): Promise<LiveShoot | null> {
  return nullIfNotFound(garden.get<LiveShoot>({ resource: SHOOTS, namespace: project.namespace, name }, { signal }))
}

/** Binding of a shoot; null without one. */
export function bindingOfShoot({ metadata, spec = {} }: LiveShoot): BindingRef | null {
  const named = shootBinding(spec)
  return named && { ...named, namespace: metadata?.namespace ?? '' }
}

/**
 * Creates or updates the shoot of a Cluster as far as Gardener permits. A deleted shoot is not
 * created again. Throws GardenError where Gardener is unavailable or its answer is unknown.
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

  const result = await applyChanges(context, work, signal)
  // Before its status names the shoot, the Cluster may disappear without a deletion of the shoot.
  if (result.shoot !== null && cluster.status?.shootRef === undefined)
    await deleteOrphanedShoot(context, cluster, result.shoot, signal)
  return result
}

async function applyChanges(context: ClusterContext, work: ShootWork, signal: AbortSignal): Promise<ReconciledShoot> {
  const { cluster, binding, claim, selector, existing } = work
  const profile = await readProfile(context, cluster, signal)
  // Keeps the last refusal, so that the same write is not repeated.
  const refused = { refusal: cluster.status?.refusal ?? null }
  if ('problem' in profile) return { ...blockedBy(existing, binding, 'no-profile', profile.problem), ...refused }
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
  if ('conflict' in written) return { ...blockedBy(existing, binding, 'conflicts', written.conflict), ...refused }
  const { refusal } = written
  return { ...blockedBy(existing, binding, 'refused', [...forbidden, refusal.message].join(' ')), refusal }
}

function without(...findings: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot: null, findings, refusal: null }
}

function withShoot(shoot: LiveShoot, { kind, name }: BindingRef, ...more: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot, findings: [provisionedBy(shoot, `${kind} ${name}`), ...more], refusal: null }
}

/** Reasons for a missing shoot and for an outdated one. */
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

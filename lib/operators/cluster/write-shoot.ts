import { createHash } from 'node:crypto'
import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import { projectOrThrow } from '#lib/garden/client/read-page.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, SHOOTS } from '#lib/garden/resources/resource.ts'
import { type Identity, identify, identityReason } from '#lib/hap/lifecycle/identity.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import { type HapLabels, isShared, readLabels } from '#lib/hap/pools/labels.ts'
import type { Alternative, SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ClusterReason, ShootRefusal } from '#lib/operators/api/cluster.ts'
import { findClaimById } from '#lib/operators/subscription/claim-orders.ts'
import { rememberedBy } from '#lib/services/claims/claim-garden.ts'
import { formatTime } from '#lib/util/format.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { readWantedCluster } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { FIELD_MANAGER, type ShootManifest } from './shoot-manifest.ts'
import { operationInTheWay, withReconciliation, writeAuthentication } from './write-authentication.ts'

/** A write of a shoot and what Gardener validates it against. */
interface ShootAttempt {
  /** Contains the generation of the Cluster. */
  readonly manifest: ShootManifest
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
  /** The existing shoot; null for a new one. */
  readonly existing: LiveShoot | null
}

interface ShootOrder extends ShootAttempt {
  readonly cluster: Cluster
  /** Id of the claim of the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly selector: SubscriptionSelector
}

/**
 * Result of a write. Without a shoot nothing was written: the Cluster is gone or had its shoot,
 * another process was faster, or the account does not fit.
 */
type WrittenShoot =
  | { readonly shoot: LiveShoot }
  | { readonly refusal: ShootRefusal }
  | { readonly conflict: string }
  | { readonly unfit: UnfitAccount }
  | { readonly unwanted: true }

/**
 * Creates or updates a shoot unless Gardener has refused the same attempt before. Reads that from
 * the server, since the cached Cluster may predate the refusal. Throws GardenError for other
 * errors.
 */
export async function writeShoot(
  context: ClusterContext,
  order: ShootOrder,
  signal: AbortSignal,
): Promise<WrittenShoot> {
  const now = await readWantedCluster(context, order.cluster, signal)
  if (now === null) return { unwanted: true }
  // A deleted shoot is not created again; the cached Cluster may predate its creation.
  if (order.existing === null && now.status?.shootRef !== undefined) return { unwanted: true }
  const operation = operationInTheWay(order)
  if (operation !== null) return { conflict: waitingFor(operation) }
  const { refusal } = now.status ?? {}
  // Read before the write, so that a correction in between counts as a change.
  const binding = await readBinding(context, order.binding, signal)
  // An existing shoot stays on its account.
  const unfit = order.existing === null ? await findUnfit(context, order, binding) : null
  if (unfit !== null) return { unfit }
  const fingerprint = fingerprintOf(order, binding)
  if (refusal !== undefined && holds(refusal, fingerprint, context.now())) return { refusal }
  try {
    await writeAuthentication(context, order, signal)
    return { shoot: await applyShoot(context, order, signal) }
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (error.kind === 'conflict') return { conflict: error.message }
    if (!isShootRefused(error)) throw error
    return { refusal: refusalOf(error, fingerprint, context.now()) }
  }
}

/** A creation never takes over an existing shoot; an update applies only to the shoot that was read. */
function applyShoot(
  { garden, project: { namespace } }: ClusterContext,
  order: ShootOrder,
  signal: AbortSignal,
): Promise<LiveShoot> {
  const { existing } = order
  const manifest = withReconciliation(order)
  const place = { resource: SHOOTS, namespace, name: manifest.metadata.name }
  const uid = existing?.metadata?.uid
  const only = uid === undefined ? { force: false } : { force: true, uid }
  return garden.apply<LiveShoot>(place, manifest as unknown as LiveShoot, { manager: FIELD_MANAGER, ...only, signal })
}

/**
 * Checks that the account is the claimed one and matches the Cluster. Throws GardenError if the
 * binding cannot be read: another account may have its name.
 */
async function findUnfit(
  { claims }: ClusterContext,
  order: ShootOrder,
  { binding }: SeenBinding,
): Promise<UnfitAccount | null> {
  if (binding instanceof GardenError) throw binding
  // Gardener would use a binding that is created under this name before the write.
  if (binding === 'gone') return unfitIdentity('gone', order.binding)
  const answer = order.claim === null ? null : await findClaimById(claims, order.claim)
  if (order.claim !== null && answer === null)
    return {
      reason: 'AccountUnfit',
      message: `The claim of ${binding.name} no longer exists. ${NO_CLUSTER} ${ANOTHER}`,
    }
  const identity = identify(answer && rememberedBy(answer.claim), binding)
  return unfitIdentity(identity, binding) ?? unfitAccount(order, readLabels(binding.kind, binding.labels))
}

const NO_CLUSTER = 'No cluster is created on it.'

/** Present state of a binding. */
export interface SeenBinding {
  /**
   * Changes with the binding. For an unreadable one the kind of error, since it may be the cause of
   * a refusal.
   */
  readonly version: string
  /** The error for a binding that may exist and cannot be read. */
  readonly binding: Binding | 'gone' | GardenError
}

/** Reads the binding of a shoot. Throws GardenError where Gardener is unavailable. */
export async function readBinding(
  { garden }: Pick<ClusterContext, 'garden'>,
  { kind, namespace, name }: BindingRef,
  signal: AbortSignal,
): Promise<SeenBinding> {
  try {
    const place = { resource: bindingResource(kind), namespace, name }
    const binding = projectOrThrow(
      bindingProjection(kind, new Interner()),
      await garden.get<KubeObject>(place, { signal }),
    )
    if (binding === null)
      throw new GardenError({ kind: 'unexpected', doing: `read ${name}`, because: 'the answer is not that object.' })
    return { version: `${binding.uid} ${binding.resourceVersion}`, binding }
  } catch (error) {
    if (!(error instanceof GardenError) || error.isTransient) throw error
    return { version: error.kind, binding: isNotFound(error) ? 'gone' : error }
  }
}

/**
 * Fingerprint of an attempt; changes with Cluster, binding, CloudProfile and shoot. A server
 * repeats its refusal of the same attempt.
 */
export function fingerprintOf(
  { manifest, profile, existing }: Omit<ShootAttempt, 'binding'>,
  { version }: Pick<SeenBinding, 'version'>,
): string {
  const text = JSON.stringify([manifest, version, profile.spec, stateOf(existing)])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * State of a shoot that a refusal may depend on, without its version, which changes with each step
 * of an operation.
 */
function stateOf(existing: LiveShoot | null) {
  const { uid, generation } = existing?.metadata ?? {}
  return [uid, generation, existing?.status?.hibernated]
}

/** Why no shoot is created on an account. */
interface UnfitAccount {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

interface Wish {
  readonly binding: BindingRef
  /** Present selector of the Cluster. */
  readonly selector: SubscriptionSelector
}

/**
 * Checks whether an account matches its Cluster: since the claim it may have been marked dirty,
 * cleaned and claimed by another tenant (seed 001). Null for a matching account. `labels`: present
 * ones.
 */
export function unfitAccount(
  { binding: { kind, name }, selector: { alternatives } }: Wish,
  labels: HapLabels,
): UnfitAccount | null {
  if (labels.dirty === 'true') {
    const message = `The ${kind} ${name} is marked dirty, so no cluster is created on it until it is clean. ${ANOTHER}`
    return { reason: 'AccountDirty', message }
  }
  if (alternatives.some(each => isOf(labels, each))) return null
  const asked = alternatives.map(alternativeText).join(' nor ')
  const message = `The ${kind} ${name} is ${alternatives.length > 1 ? 'neither' : 'not'} ${asked}, so no cluster is created on it. ${ANOTHER}`
  return { reason: 'AccountUnfit', message }
}

/** Checks whether the binding is the claimed one and not a recreated one of the same name. */
function unfitIdentity(identity: Identity, { name }: Pick<BindingRef, 'name'>): UnfitAccount | null {
  const why = identityReason(identity, name)
  if (why === null) return null
  // An administrator may accept a restored binding; the other identities are final.
  const advice = identity === 'restored' ? '' : ` ${ANOTHER}`
  return { reason: 'AccountUnfit', message: `${why} ${NO_CLUSTER}${advice}` }
}

function isOf(labels: HapLabels, asked: Alternative): boolean {
  if (asked.kind === 'shared') return isShared(labels)
  return labels.shared !== 'true' && labels.tenantName === asked.globalAccount
}

function alternativeText(asked: Alternative): string {
  return asked.kind === 'shared' ? 'shared' : `one of global account ${asked.globalAccount} alone`
}

const ANOTHER = 'To get another account, delete the Cluster and create a new one.'

/** Whether Gardener refuses this shoot. Refused credentials of the operator (401) do not count. */
function isShootRefused(error: GardenError): boolean {
  return error.isRefusal && error.kind !== 'unauthenticated'
}

/**
 * Retry interval after a 403, which may depend on quotas, admission rules or permissions outside of
 * the fingerprint.
 */
const FORBIDDEN_AGAIN_MS = 3_600_000

function holds(refusal: ShootRefusal, fingerprint: string, now: number): boolean {
  const { againAt } = refusal
  return refusal.fingerprint === fingerprint && (againAt === undefined || now < Date.parse(againAt))
}

function refusalOf({ message, kind }: GardenError, fingerprint: string, now: number): ShootRefusal {
  const isForbidden = kind === 'forbidden'
  const advice = `The operator retries ${isForbidden ? 'every hour and ' : ''}when the Cluster, its binding, its CloudProfile or its shoot changes.`
  const againAt = isForbidden ? { againAt: formatTime(now + FORBIDDEN_AGAIN_MS) } : {}
  return { fingerprint, message: `${message} ${advice}`, ...againAt }
}

function waitingFor(operation: string): string {
  return `The operation ${operation} was requested for the shoot and has not started yet; the new oidcConfig will be applied after that.`
}

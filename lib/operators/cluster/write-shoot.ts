import { createHash } from 'node:crypto'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { projectOrThrow } from '#lib/garden/client/read-object.ts'
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

/** What is sent, and what Gardener judges it by. */
interface ShootAttempt {
  /** Tells the generation of the Cluster. */
  readonly manifest: ShootManifest
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
  /** The shoot as it is; null when it is to be made. */
  readonly existing: LiveShoot | null
}

interface ShootOrder extends ShootAttempt {
  readonly cluster: Cluster
  /** Id of the claim that got the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly selector: SubscriptionSelector
}

/** Where there is no shoot, nothing was written: the Cluster is not there any more, had its shoot, somebody else was quicker, or its
 * account is not fit for one any more. */
type WrittenShoot =
  | { readonly shoot: LiveShoot }
  | { readonly refusal: ShootRefusal }
  | { readonly conflict: string }
  | { readonly unfit: UnfitAccount }
  | { readonly unwanted: true }

/**
 * Makes or changes a shoot, unless Gardener has refused that very attempt before. Whether it has is asked of the server too: what is seen of a
 * Cluster may be older than the refusal. Throws GardenError for everything else.
 */
export async function writeShoot(
  context: ClusterContext,
  order: ShootOrder,
  signal: AbortSignal,
): Promise<WrittenShoot> {
  const now = await readWantedCluster(context, order.cluster, signal)
  if (now === null) return { unwanted: true }
  // What was made and is gone is not made again; who saw the Cluster before that takes it for new.
  if (order.existing === null && now.status?.shootRef !== undefined) return { unwanted: true }
  const operation = operationInTheWay(order)
  if (operation !== null) return { conflict: waitingFor(operation) }
  const { refusal } = now.status ?? {}
  // Looked at before it is sent: what somebody puts right in between is a change since.
  const binding = await lookAtBinding(context, order.binding, signal)
  // What is there stays as it is asked for.
  const unfit = order.existing === null ? await unfitNow(context, order, binding) : null
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

/** A new shoot takes over nothing that is there by that name; an existing one must still be the one that was read. */
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

/** Whether the account is not the one that the Cluster got, or not what it asks for. */
async function unfitNow(
  { claims }: ClusterContext,
  order: ShootOrder,
  { binding }: SeenBinding,
): Promise<UnfitAccount | null> {
  if (binding === null) return null
  const answer = order.claim === null ? null : await findClaimById(claims, order.claim)
  const identity = identify(answer && rememberedBy(answer.claim), binding)
  return unfitIdentity(identity, binding) ?? unfitAccount(order, readLabels(binding.kind, binding.labels))
}

/** A binding as Gardener has it now. */
export interface SeenBinding {
  /** Another one whenever it has changed. Of one that is not to be read, why: that may be what a shoot is refused for. */
  readonly version: string
  /** Null of one that is not to be read. */
  readonly binding: Binding | null
}

/** Reads the binding a shoot is made on. Throws GardenError where Gardener cannot be asked now. */
export async function lookAtBinding(
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
    return { version: `${binding?.uid} ${binding?.resourceVersion}`, binding }
  } catch (error) {
    if (error instanceof GardenError && !error.isTransient) return { version: error.kind, binding: null }
    throw error
  }
}

/**
 * Another one when an attempt that was refused is worth another try: when Cluster, binding, CloudProfile or shoot have changed. What a
 * server refuses, it refuses again, however often it is asked.
 */
export function fingerprintOf(
  { manifest, profile, existing }: Omit<ShootAttempt, 'binding'>,
  { version }: Pick<SeenBinding, 'version'>,
): string {
  const text = JSON.stringify([manifest, version, profile.spec, stateOf(existing)])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** What of a shoot a change may be refused for. Not its version: it goes up with each step of an operation. */
function stateOf(existing: LiveShoot | null) {
  const { uid, generation } = existing?.metadata ?? {}
  return [uid, generation, existing?.status?.hibernated]
}

/** Why no shoot is made on an account. */
interface UnfitAccount {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

interface Wish {
  readonly binding: BindingRef
  /** What the Cluster asks for now. */
  readonly selector: SubscriptionSelector
}

/**
 * Looks whether an account is what its Cluster asks for: it may have been marked dirty since it was claimed, and cleaned, by which it loses its
 * tenant and may get another one (seed 001). Null when a shoot may be made on it. `labels`: as they are now; null when they cannot be read.
 */
export function unfitAccount(
  { binding: { kind, name }, selector: { alternatives } }: Wish,
  labels: HapLabels | null,
): UnfitAccount | null {
  if (labels === null) return null
  if (labels.dirty === 'true') {
    const message = `The ${kind} ${name} is marked dirty, so no cluster is made on it before it is clean. ${ANOTHER}`
    return { reason: 'AccountDirty', message }
  }
  if (alternatives.some(each => isOf(labels, each))) return null
  const asked = alternatives.map(asWords).join(' nor ')
  const message = `The ${kind} ${name} is ${alternatives.length > 1 ? 'neither' : 'not'} ${asked}, so no cluster is made on it. ${ANOTHER}`
  return { reason: 'AccountUnfit', message }
}

/** The same of a binding that is not the one its claim got: somebody deleted it, and created or restored one of its name. */
function unfitIdentity(identity: Identity, { name }: Pick<BindingRef, 'name'>): UnfitAccount | null {
  const why = identityReason(identity, name)
  return why === null ? null : { reason: 'AccountUnfit', message: `${why} No cluster is made on it.` }
}

function isOf(labels: HapLabels, asked: Alternative): boolean {
  if (asked.kind === 'shared') return isShared(labels)
  return labels.shared !== 'true' && labels.tenantName === asked.globalAccount
}

function asWords(asked: Alternative): string {
  return asked.kind === 'shared' ? 'shared' : `one of global account ${asked.globalAccount} alone`
}

const ANOTHER = 'For another account delete the Cluster and make a new one.'

/** Whether Gardener refuses this shoot. Refused credentials of the operator (401) say nothing of it. */
function isShootRefused(error: GardenError): boolean {
  return error.isRefusal && error.kind !== 'unauthenticated'
}

/** A 403 may go by what is not looked at here: a quota, a rule of admission, rights that were granted since. */
const FORBIDDEN_AGAIN_MS = 3_600_000

function holds(refusal: ShootRefusal, fingerprint: string, now: number): boolean {
  const { againAt } = refusal
  return refusal.fingerprint === fingerprint && (againAt === undefined || now < Date.parse(againAt))
}

function refusalOf({ message, kind }: GardenError, fingerprint: string, now: number): ShootRefusal {
  const passing = kind === 'forbidden'
  const advice = `It is sent again ${passing ? 'every hour, and ' : ''}once the Cluster, its binding, its CloudProfile or its shoot has changed.`
  const againAt = passing ? { againAt: formatTime(now + FORBIDDEN_AGAIN_MS) } : {}
  return { fingerprint, message: `${message} ${advice}`, ...againAt }
}

function waitingFor(operation: string): string {
  return `Gardener was asked for ${operation} on the shoot and has not begun it; the new oidcConfig is applied after that.`
}

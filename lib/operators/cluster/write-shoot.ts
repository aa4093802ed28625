import { GardenError } from '#lib/garden/client/garden-error.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { identify } from '#lib/hap/lifecycle/identity.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ShootRefusal } from '#lib/operators/api/cluster.ts'
import { rfc3339 } from '#lib/operators/framework/times.ts'
import { claimOfId } from '#lib/operators/subscription/find-claim.ts'
import { rememberedBy } from '#lib/services/claims/claim-garden.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { lookAtBinding, type SeenBinding } from './look-at-binding.ts'
import { FIELD_MANAGER } from './shoot-manifest.ts'
import { fingerprintOf, type ShootAttempt } from './shoot-refusal.ts'
import { stillWanted } from './still-wanted.ts'
import { type UnfitAccount, unfitAccount, unfitIdentity } from './unfit-account.ts'
import { operationInTheWay, withReconciliation, writeAuthentication } from './write-authentication.ts'

interface ShootOrder extends ShootAttempt {
  readonly cluster: Cluster
  /** Id of the claim that got the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly selector: SubscriptionSelector
}

/** Where there is no shoot, nothing was written: the Cluster is not there any more, had its shoot, somebody else was quicker, or its
 * account is not fit for one any more. */
export type WrittenShoot =
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
  const now = await stillWanted(context, order.cluster, signal)
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

/** Whether the account is not the one that the Cluster got, or not what it asks for. */
async function unfitNow(
  { claims }: ClusterContext,
  order: ShootOrder,
  { binding }: SeenBinding,
): Promise<UnfitAccount | null> {
  if (binding === null) return null
  const answer = order.claim === null ? null : await claimOfId(claims, order.claim)
  const identity = identify(answer && rememberedBy(answer.claim), binding)
  return unfitIdentity(identity, binding) ?? unfitAccount(order, readLabels(binding.kind, binding.labels))
}

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
  const againAt = passing ? { againAt: rfc3339(now + FORBIDDEN_AGAIN_MS) } : {}
  return { fingerprint, message: `${message} ${advice}`, ...againAt }
}

function waitingFor(operation: string): string {
  return `Gardener was asked for ${operation} on the shoot and has not begun it; the new oidcConfig is applied after that.`
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

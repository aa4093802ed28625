import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import { KUBECONFIG_AUDIT_NAMES, type KubeconfigVerb } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigSources } from '#lib/queries/operators/kubeconfig-list.ts'
import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { attemptDraft, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { readableInput } from '#lib/services/resources/order-input.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'

/** The dependencies of the verbs on KubeconfigRequests. */
export interface KubeconfigContext {
  /** Client of the control plane. */
  readonly control: Pick<GardenClient, 'get' | 'page' | 'create' | 'patch' | 'delete'>
  /** Reads Secrets of the control plane; only downloads use it. */
  readonly secrets: Pick<SecretReader, 'read'>
  /** Namespace of the requests. */
  readonly namespace: string
  readonly exceptions: Exceptions
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  readonly grants: Pick<AccessGrants, 'obstacle' | 'require' | 'recordUse'>
  readonly clock: { now(): number }
}

/** A call of a verb, and its user. */
export interface KubeconfigCall {
  readonly user: User
  readonly requestId: string | null
  /** When the user signed in, in milliseconds since 1970; null if unknown. */
  readonly signedInAt: number | null
  readonly input: unknown
}

interface SightSources {
  readonly operators: OperatorObjects | null
  readonly kubeconfigs: Pick<KubeconfigContext, 'exceptions'> | null
}

/** Returns what kubeconfig requests are read from, at a time in milliseconds since 1970. */
export function kubeconfigSight({ operators, kubeconfigs }: SightSources, at: number): KubeconfigSources {
  return { objects: operators, exceptions: kubeconfigs?.exceptions ?? new Map(), at }
}

/** The reason and ticket of an order. */
interface Reasoned {
  readonly reason: string
  readonly ticket: string | null
}

/** Requires the role that a verb needs. Throws RefusedError. */
export function requireVerb(verb: KubeconfigVerb, user: User): void {
  const needed = verb === 'download' ? NEEDED_ROLES.downloadKubeconfig : NEEDED_ROLES.kubeconfigs
  const obstacle = userRefusal(user, needed)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** The audit record of an attempt before its input is parsed. */
export function attemptOf(
  verb: KubeconfigVerb,
  call: Pick<KubeconfigCall, 'user' | 'requestId'>,
  targets: readonly string[],
): IntentDraft {
  return attemptDraft(KUBECONFIG_AUDIT_NAMES[verb], call, targets)
}

/**
 * Authorises the user and parses the input; a refusal is recorded. Returns the order and its audit
 * record. Throws RefusedError, AuditError.
 */
export async function authorised<Order extends Reasoned>(
  context: Pick<KubeconfigContext, 'audit'>,
  {
    verb,
    call,
    targets,
  }: { readonly verb: KubeconfigVerb; readonly call: KubeconfigCall; readonly targets: readonly string[] },
  parse: () => Order,
): Promise<{ readonly order: Order; readonly draft: IntentDraft }> {
  const draft = attemptOf(verb, call, targets)
  const { reason, ticket } = readableInput(call.input)
  const order = await recorded(context, { ...draft, reason, ticket }, () => {
    requireVerb(verb, call.user)
    return parse()
  })
  return { order, draft: { ...draft, reason: order.reason, ticket: order.ticket } }
}

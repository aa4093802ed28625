import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import { KUBECONFIG_ENTRIES, type KubeconfigVerb } from '#lib/hap/access/kubeconfig-verbs.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { saidAnyway } from '#lib/services/resources/said-anyway.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'

/** What an attempt says of itself, as far as its schema goes. */
interface Said {
  readonly reason: string
  readonly ticket: string | null
}

/** Throws RefusedError unless somebody has the role a verb needs. */
export function requireVerb(verb: KubeconfigVerb, user: User): void {
  const needed = verb === 'download' ? NEEDED_ROLES.downloadKubeconfig : NEEDED_ROLES.kubeconfigs
  const obstacle = userObstacle(user, needed)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** The entry of an attempt of which nothing is read yet. */
export function attemptOf(
  verb: KubeconfigVerb,
  call: Pick<KubeconfigCall, 'user' | 'requestId'>,
  targets: readonly string[],
): IntentDraft {
  return attemptDraft(KUBECONFIG_ENTRIES[verb], call, targets)
}

/**
 * What an attempt says: its author has the role, and it is in order. Else the refusal is recorded. Out: it with the entry that
 * carries its words. Throws RefusedError, AuditError.
 */
export async function authorised<Order extends Said>(
  context: Pick<KubeconfigContext, 'audit'>,
  {
    verb,
    call,
    targets,
  }: { readonly verb: KubeconfigVerb; readonly call: KubeconfigCall; readonly targets: readonly string[] },
  parse: () => Order,
): Promise<{ readonly order: Order; readonly draft: IntentDraft }> {
  const draft = attemptOf(verb, call, targets)
  const { reason, ticket } = saidAnyway(call.input)
  const order = await recorded(context, { ...draft, reason, ticket }, () => {
    requireVerb(verb, call.user)
    return parse()
  })
  return { order, draft: { ...draft, reason: order.reason, ticket: order.ticket } }
}

import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { countNoun, formatList } from '#lib/hap/text.ts'
import { attemptDraft, audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { adoptionTarget } from '#lib/services/landscape/adopt.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { acceptIdentities } from '#lib/store/states/binding-identity.ts'
import { acceptNotices } from '#lib/store/states/landscape-notices.ts'
import type { Store } from '#lib/store/store.ts'
import { type BindingRegister, objectOf } from './binding-register.ts'
import { doubtedBindings, type Landscape, type LandscapeView, landscapeView } from './landscape.ts'

export interface LandscapeContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly inventory: Inventory
  readonly register: BindingRegister
  readonly landscape: Landscape
}

interface AcceptanceCall {
  readonly user: User
  readonly requestId: string | null
}

/** The result of an acceptance. */
export interface Accepted {
  /** What the administrator saw. */
  readonly accepted: LandscapeView
  /** Number of claims that store the new uid of their binding. */
  readonly claims: number
}

/**
 * `seen` is the digest of the view that the administrator decided on. A client of the release before
 * sends none and accepts the present state.
 */
export const AcceptInput = ReasonInput.extend({ seen: z.string().min(1).max(64).optional() })

/** The action in the audit chain. */
export const ACCEPT_LANDSCAPE = 'accept landscape'

/** Maximum number of bindings that an audit record names; it counts them all. */
const MAX_TARGETS = 200

/**
 * Confirms a restore or a move: the bindings in doubt become known, claims store their new uids,
 * and releases and cleaning continue. `input` is the reason with the digest
 * of what the administrator saw. Throws RefusedError, 412 if the landscape changed since then,
 * AuditError and other StoreErrors.
 */
export async function acceptLandscape(
  context: LandscapeContext,
  { user, requestId }: AcceptanceCall,
  input: unknown,
): Promise<Accepted> {
  const { store, audit, inventory, register, landscape } = context
  const draft = attemptDraft(ACCEPT_LANDSCAPE, { user, requestId }, [adoptionTarget(inventory.namespace)])
  const { reason, ticket, view, notices, doubted, gone } = await recorded(context, draft, async () => {
    const obstacle = userRefusal(user, NEEDED_ROLES.landscape)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const { seen, ...said } = parseInput(AcceptInput, input)
    if (!landscapeIsRead(inventory))
      throw new RefusedError(409, 'Bindings and shoots were not all read. Try again once the console is live.')
    await landscape.checkNamespace()
    await Promise.all([register.refresh(), landscape.refresh()])
    // One snapshot: what is compared here is what is accepted below.
    const view = landscapeView(landscape, inventory)
    if (view.doubted.length === 0 && view.notices.length === 0)
      throw new RefusedError(
        409,
        landscape.pause() ?? 'There is nothing to accept: no binding is in doubt, and nothing is paused.',
      )
    if (seen !== undefined && seen !== view.seen) throw new RefusedError(412, changedText(view))
    const doubted = doubtedBindings(inventory)
    return { ...said, view, doubted, notices: landscape.notices(), gone: register.missing(inventory) }
  })
  const objects = doubted.map(({ binding }) => objectOf(binding))
  const targets = doubted.slice(0, MAX_TARGETS).map(({ binding }) => bindingKey(binding))
  const before = { doubted: doubted.length, disappeared: gone.length, notices: view.notices.map(({ text }) => text) }
  return audited(
    audit,
    { ...draft, reason, ticket, targets: [...draft.targets, ...targets], before },
    async intent => {
      const claims = await store.transaction(
        async tx => {
          const changed = await acceptIdentities(tx, { objects, gone })
          await acceptNotices(tx, { namespace: inventory.namespace, uid: landscape.uid, notices, audit: intent })
          return changed
        },
        { isolation: 'read-committed' },
      )
      await Promise.all([register.refresh(), landscape.refresh()])
      const detail = `Accepted ${countNoun(doubted.length, 'binding')} and ${countNoun(notices.length, 'notice')}; ${countNoun(claims, 'claim')} changed.`
      return {
        outcome: 'accepted',
        detail,
        after: { doubted: 0, disappeared: 0, notices: [], claims },
        result: { accepted: view, claims },
      }
    },
    failedOutcome,
  )
}

function changedText({ doubted, notices }: LandscapeView): string {
  const names = doubted.length === 0 ? '' : ` (${formatList(doubted.map(({ name }) => name))})`
  const now = `${countNoun(doubted.length, 'binding')} in doubt${names} and ${countNoun(notices.length, 'notice')}`
  return `The landscape changed after it was listed, and nothing was accepted. There are now ${now}. Review the current list with hap landscape, then accept that list.`
}

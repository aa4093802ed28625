import { z } from 'zod'
import { formatTimestamp } from '#lib/hap/lifecycle/change.ts'
import { conditionCause, type RefusalCause } from '#lib/hap/pools/account-condition.ts'
import {
  ANNOTATIONS,
  BINDING_KINDS,
  BINDING_NAME,
  type BindingKind,
  type BindingRef,
  bindingKey,
} from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { QueryContext } from '../query-context.ts'
import { findNextRequest } from '../simulator/find-request.ts'
import { type ActionOffer, describeRepair, listBindingActions, type RepairView } from './binding-actions.ts'
import { BindingFacts } from './binding-facts.ts'
import { BINDING_LIST, type BindingRow } from './binding-list.ts'
import { listWarnings, type Warning } from './binding-warnings.ts'
import { type CleaningDetail, getCleaningDetail } from './list-cleaning.ts'
import { findUnlabelledBinding } from './unlabelled-bindings.ts'

/** A shoot on the account of a binding. */
export interface AccountShoot {
  readonly shoot: Shoot
  /**
   * Binding that the shoot refers to; differs from the page's binding when two refer to one
   * account.
   */
  readonly through: { readonly kind: BindingKind; readonly name: string }
}

/** Content of the page of a binding. */
export interface BindingDetail {
  readonly row: BindingRow
  readonly namespace: string
  readonly uid: string
  /** Changes with the object; see bindingYamlQuery. */
  readonly resourceVersion: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly providers: readonly string[]
  /** RFC 3339; set while finalizers block the deletion. */
  readonly deletedAt: string | null
  /** Setting that defines the limit of the row, `limits.aws`; null without a limit. */
  readonly limitSetting: string | null
  /**
   * Why Gardener refuses to write the binding or to use its account; null when it does not. Times
   * are RFC 3339.
   */
  readonly condition: {
    readonly cause: RefusalCause
    /** A fragment: `its Secret is missing`. */
    readonly reason: string
    readonly since: string
    readonly checkedAt: string
  } | null
  /** Number of selections; null before the first. */
  readonly epoch: string | null
  readonly hold: { readonly reason: string; readonly until: string | null } | null
  /** What was checked before the account was called empty. */
  readonly evidence: string | null
  /** For a released account that is not free yet; null for others. */
  readonly cleaning: CleaningDetail | null
  /** By name. */
  readonly shoots: readonly AccountShoot[]
  /** Other bindings of the account; a binding outside HAP has no row. */
  readonly others: readonly { readonly kind: BindingKind; readonly name: string; readonly row: BindingRow | null }[]
  readonly warnings: readonly Warning[]
  /** Actions of people. */
  readonly actions: readonly ActionOffer[]
  /** For a malformed binding. */
  readonly repair: RepairView | null
  /** Whether a rule leads to its pool. */
  readonly reached: boolean
  /** Next request of its tenant for the same pool; null when no rule leads to the pool. */
  readonly nextRequest: SimulatorQuery | null
}

/** Returns the detail of one listed binding; null when there is none. */
export function getBindingDetail(context: QueryContext, kind: BindingKind, name: string): BindingDetail | null {
  const { inventory } = context
  const pooled = findListedBinding(context, { kind, namespace: inventory.namespace, name })
  if (pooled === null) return null
  const { binding } = pooled
  const facts = new BindingFacts(pooled, context)
  const others = inventory.bindingsOfAccount(facts.account).filter(other => other !== binding)
  const hold = binding.annotations[ANNOTATIONS.hold]
  return {
    row: BINDING_LIST.toRow(facts),
    namespace: binding.namespace,
    uid: binding.uid,
    resourceVersion: binding.resourceVersion,
    labels: binding.labels,
    annotations: binding.annotations,
    providers: binding.providers,
    deletedAt: binding.deletedAt,
    limitSetting: facts.limit?.setting ?? null,
    condition: facts.condition && {
      cause: facts.condition.cause,
      reason: conditionCause(facts.condition.cause, binding.account.kind),
      since: formatTimestamp(facts.condition.since),
      checkedAt: formatTimestamp(facts.condition.checkedAt),
    },
    epoch: binding.annotations[ANNOTATIONS.epoch] ?? null,
    hold: hold === undefined ? null : { reason: hold, until: binding.annotations[ANNOTATIONS.holdUntil] ?? null },
    evidence: binding.annotations[ANNOTATIONS.evidence] ?? null,
    cleaning: getCleaningDetail(facts, context),
    shoots: listAccountShoots(facts.account, context),
    others: others.map(other => {
      const otherPooled = findListedBinding(context, other)
      return {
        kind: other.kind,
        name: other.name,
        row: otherPooled && BINDING_LIST.toRow(new BindingFacts(otherPooled, context)),
      }
    }),
    warnings: listWarnings(facts, context),
    actions: listBindingActions(pooled, context),
    repair: describeRepair(pooled, context),
    reached: facts.reached,
    nextRequest: facts.pool && findNextRequest(facts.pool, facts.pooled.labels.tenantName ?? '', context),
  }
}

function listAccountShoots(account: string, { inventory }: QueryContext): readonly AccountShoot[] {
  return inventory.shootsOfAccount(account).flatMap(shoot => (shoot.binding ? [{ shoot, through: shoot.binding }] : []))
}

/** Finds a binding of the lists: one of HAP, or one without its labels. */
function findListedBinding(context: QueryContext, ref: BindingRef): PooledBinding | null {
  const { inventory } = context
  const pooled = inventory.pools.get(ref)
  if (pooled !== null) return pooled
  const binding = inventory.binding(bindingKey(ref))
  return binding && findUnlabelledBinding(context, binding)
}

/** Finds the listed bindings with a name, of all kinds. */
export function findNamesakes(context: QueryContext, name: string): readonly BindingRef[] {
  const { namespace } = context.inventory
  return BINDING_KINDS.map(kind => ({ kind, namespace, name })).filter(ref => findListedBinding(context, ref) !== null)
}

const BindingParams = z.object({
  kind: z.enum(BINDING_KINDS),
  name: z.string().regex(BINDING_NAME),
})

/** Parses the binding in an address. Throws NotFoundError for an impossible kind or name. */
export function parseBindingRef({ inventory }: QueryContext, params: { kind: string; name: string }): BindingRef {
  const read = BindingParams.safeParse(params)
  if (!read.success) throw new NotFoundError('Binding not found.')
  return { ...read.data, namespace: inventory.namespace }
}

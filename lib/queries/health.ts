import type { SourceFreshness, SourceName } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { RuntimeKind } from '#lib/garden/inventory/runtime-table.ts'
import type { RuntimeFreshness } from '#lib/garden/inventory/watch-runtimes.ts'
import type { ContactState, Phase, SkippedObject } from '#lib/garden/reflector/contact.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { QueryContext } from './query-context.ts'

/** State of one data source; `absent`: the cluster does not serve the kind. */
interface SourceHealth<Name = SourceName> {
  readonly source: Name
  readonly phase: Phase | 'absent'
  readonly ageMs: number | null
  readonly complete: boolean
  /** Number of unreadable objects, which are skipped. */
  readonly skipped: number
  /** What is wrong and what to do; null when healthy. */
  readonly message: string | null
}

/** State of a source of plans and platform regions. */
export type PlanSourceHealth = SourceHealth<RuntimeKind>

/** Objects that pages list and count. */
export type Listed = 'bindings' | 'shoots'

/** Health of the inventory and of its sources. */
export interface Health {
  /**
   * Worst phase of all sources. Refused and absent sources are ignored while others exist, because
   * waiting does not improve them.
   */
  readonly phase: Exclude<Phase, 'refused'>
  /** Age of the least fresh source in milliseconds; null before the first contact. */
  readonly ageMs: number | null
  readonly sources: readonly SourceHealth[]
  readonly unread: readonly Listed[]
}

const WORST_FIRST = ['stale', 'starting', 'reconnecting', 'live'] as const

/** Reports how far pages can trust the inventory. */
export function getHealth(context: Pick<QueryContext, 'inventory'>): Health {
  const sources = context.inventory.freshness().map(each => bindingSourceHealth(each, context.inventory))
  const heard = sources.filter(({ phase }) => phase !== 'refused' && phase !== 'absent')
  const ages = heard.flatMap(({ ageMs }) => ageMs ?? [])
  return {
    phase: WORST_FIRST.find(phase => heard.some(source => source.phase === phase)) ?? 'stale',
    ageMs: ages.length === heard.length && ages.length > 0 ? Math.max(...ages) : null,
    sources,
    unread: listUnread(context),
  }
}

/** Reports the health of plan sources, which no page waits for. */
export function listPlanSourceHealth(freshness: readonly RuntimeFreshness[]): readonly PlanSourceHealth[] {
  return freshness.map(each =>
    each.absent ? { ...sourceHealth(each), phase: 'absent', message: NOT_INSTALLED } : sourceHealth(each),
  )
}

const NOT_INSTALLED =
  "The cluster does not serve these objects: Kyma's infrastructure manager is not installed there. The console retries every minute."

/** A kind that Gardener does not serve is a problem only while the inventory has bindings of it. */
function bindingSourceHealth(
  freshness: SourceFreshness,
  inventory: Pick<Inventory, 'bindingsOfKind'>,
): SourceHealth<SourceName> {
  const { source, absent } = freshness
  const known = sourceHealth(freshness)
  if (!absent || source === 'Shoot') return known
  return { ...known, phase: 'absent', message: notServedMessage(source, inventory.bindingsOfKind(source)) }
}

function notServedMessage(kind: BindingKind, count: number): string | null {
  if (count === 0) return null
  const known = `${count.toLocaleString('en')} ${kind}${count === 1 ? '' : 's'}`
  return `Gardener no longer serves ${kind} objects. ${known} with no labelled CredentialsBinding for the same account: owner, state and claims stay in force as last known, and the accounts are not assigned until a CredentialsBinding with the same labels exists.`
}

function sourceHealth<Name extends string>({
  source,
  phase,
  ageMs,
  complete,
  error,
  skipped,
}: ContactState & { readonly source: Name; readonly ageMs: number | null }): SourceHealth<Name> {
  const message = [error?.message, formatSkipped(source, skipped)].filter(Boolean).join(' ')
  return { source, phase, ageMs, complete, skipped: skipped.length, message: message === '' ? null : message }
}

/** Lists what is not completely read; a missing object of these may exist. */
export function listUnread(context: Pick<QueryContext, 'inventory'>): readonly Listed[] {
  return [
    ...(areBindingsRead(context) ? [] : (['bindings'] as const)),
    ...(areShootsRead(context) ? [] : (['shoots'] as const)),
  ]
}

/** Whether all readable bindings are read, so that a missing one does not exist. */
export function areBindingsRead({ inventory }: Pick<QueryContext, 'inventory'>): boolean {
  const sources = inventory.freshness().filter(({ source }) => source !== 'Shoot')
  return (
    sources.some(({ complete }) => complete) && sources.every(({ complete, phase }) => complete || phase === 'refused')
  )
}

/** Whether all shoots are read, so that a missing one does not exist. */
export function areShootsRead({ inventory }: Pick<QueryContext, 'inventory'>): boolean {
  return inventory.freshness().some(({ source, complete }) => source === 'Shoot' && complete)
}

/** Whether all bindings and shoots are read. */
export function isEverythingRead(context: Pick<QueryContext, 'inventory'>): boolean {
  return areBindingsRead(context) && areShootsRead(context)
}

/** Further objects likely have the same cause. */
const MAX_NAMED = 3

/** Formats the unreadable objects of a kind with their reasons; empty without any. */
export function formatSkipped(kind: string, skipped: readonly SkippedObject[]): string {
  if (skipped.length === 0) return ''
  const count = skipped.length.toLocaleString('en')
  const named = skipped.slice(0, MAX_NAMED).map(({ object, reason }) => `${object} (${reason})`)
  const more = skipped.length > MAX_NAMED ? [`${(skipped.length - MAX_NAMED).toLocaleString('en')} more`] : []
  const head =
    skipped.length === 1
      ? `1 ${kind} object cannot be read and is skipped`
      : `${count} ${kind} objects cannot be read and are skipped`
  return `${head}: ${[...named, ...more].join(', ')}. ${skipped.length === 1 ? 'Its' : 'Their'} last known data stays in force.`
}

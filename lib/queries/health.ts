import type { SourceName } from '#lib/garden/inventory/freshness.ts'
import type { RuntimeKind } from '#lib/garden/kim/runtime-table.ts'
import type { RuntimeFreshness } from '#lib/garden/kim/watch-runtimes.ts'
import type { ContactState, Phase } from '#lib/garden/reflector/contact.ts'
import type { QueryContext } from './query-context.ts'
import { skippedText } from './skipped-text.ts'

/** State of one source of data, fit for a page. */
interface SourceHealth<Name = SourceName> {
  readonly source: Name
  readonly phase: Phase
  readonly ageMs: number | null
  readonly complete: boolean
  /** Objects that cannot be read and are left out. */
  readonly skipped: number
  /** What is wrong and what to do; null while all is well. */
  readonly message: string | null
}

/** State of a source of plans and platform regions; `absent`: the cluster does not know such objects. */
export interface PlanSourceHealth extends Omit<SourceHealth<RuntimeKind>, 'phase'> {
  readonly phase: Phase | 'absent'
}

/** What pages list and count. */
export type Listed = 'bindings' | 'shoots'

export interface Health {
  /** The worst of all sources, refused ones aside while there are others: those cannot get better by waiting. */
  readonly phase: Exclude<Phase, 'refused'>
  /** Milliseconds since the least fresh source was heard of; null before the first contact. */
  readonly ageMs: number | null
  readonly sources: readonly SourceHealth[]
  readonly unread: readonly Listed[]
}

const WORST_FIRST = ['stale', 'starting', 'reconnecting', 'live'] as const

/** How far the pages can be trusted at this moment. */
export function health(context: Pick<QueryContext, 'inventory'>): Health {
  const sources = context.inventory.freshness().map(sourceHealth)
  const heard = sources.filter(({ phase }) => phase !== 'refused')
  const ages = heard.flatMap(({ ageMs }) => ageMs ?? [])
  return {
    phase: WORST_FIRST.find(phase => heard.some(source => source.phase === phase)) ?? 'stale',
    ageMs: ages.length === heard.length && ages.length > 0 ? Math.max(...ages) : null,
    sources,
    unread: unreadOf(context),
  }
}

/** How far what tells plans can be trusted: no page waits for it, or is stale by it. */
export function planSourcesHealth(freshness: readonly RuntimeFreshness[]): readonly PlanSourceHealth[] {
  return freshness.map(each =>
    each.absent ? { ...sourceHealth(each), phase: 'absent', message: NOT_INSTALLED } : sourceHealth(each),
  )
}

const NOT_INSTALLED =
  "The cluster does not know such objects: Kyma's infrastructure manager is not installed there. It is asked again every minute."

function sourceHealth<Name extends string>({
  source,
  phase,
  ageMs,
  complete,
  error,
  skipped,
}: ContactState & { readonly source: Name; readonly ageMs: number | null }): SourceHealth<Name> {
  const message = [error?.message, skippedText(source, skipped)].filter(Boolean).join(' ')
  return { source, phase, ageMs, complete, skipped: skipped.length, message: message === '' ? null : message }
}

/** What has not all been read: of that, what is not there may exist all the same. */
export function unreadOf(context: Pick<QueryContext, 'inventory'>): readonly Listed[] {
  return [
    ...(bindingsAreRead(context) ? [] : (['bindings'] as const)),
    ...(shootsAreRead(context) ? [] : (['shoots'] as const)),
  ]
}

/** Whether every binding that may be read has been read: only then something that is not there does not exist. */
export function bindingsAreRead({ inventory }: Pick<QueryContext, 'inventory'>): boolean {
  const sources = inventory.freshness().filter(({ source }) => source !== 'Shoot')
  return (
    sources.some(({ complete }) => complete) && sources.every(({ complete, phase }) => complete || phase === 'refused')
  )
}

/** Whether every shoot has been read: only then one that is not there does not exist. */
export function shootsAreRead({ inventory }: Pick<QueryContext, 'inventory'>): boolean {
  return inventory.freshness().some(({ source, complete }) => source === 'Shoot' && complete)
}

/** The same of bindings and shoots. */
export function everythingIsRead(context: Pick<QueryContext, 'inventory'>): boolean {
  return bindingsAreRead(context) && shootsAreRead(context)
}

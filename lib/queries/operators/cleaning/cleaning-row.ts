import { evidenceWords } from '#lib/garden/cleaning/evidence.ts'
import { nextLook } from '#lib/garden/cleaning/next-look.ts'
import { progressOf } from '#lib/garden/cleaning/progress.ts'
import { askedAt, restEnd } from '#lib/hap/lifecycle/cleaning.ts'
import { type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { GivenBack } from '#lib/hap/pools/state.ts'
import type { BindingFacts } from '../../bindings/binding-facts.ts'
import type { QueryContext } from '../../query-context.ts'

/** One account that was given back and is not free yet. Moments are RFC 3339. */
export interface CleaningRow {
  readonly key: string
  readonly kind: BindingKind
  readonly name: string
  /** Null without a hyperscaler type. */
  readonly pool: Pool | null
  readonly state: GivenBack
  /** Null when nobody noted it. */
  readonly since: string | null
  /** It was only first seen so then, and may be so for much longer. */
  readonly sinceIsFirstLook: boolean
  readonly tenant: string | null
  /** Provider whose cleaner tells that it is empty; null = a person has to. */
  readonly cleaner: string | null
  /** Why a person has to tell, as sentences; null where a cleaner does. */
  readonly byHand: string | null
  /** Attempts that failed; three lead to quarantine. */
  readonly failures: number
  /** Looks in a row that failed for what passes by itself, or for what many accounts meet: they are waited for. */
  readonly delays: number
  /** Whether the latest look failed, so that the account cannot be cleaned as things are. */
  readonly failing: boolean
  /** Before it nobody looks; null where no cleaner looks at all. */
  readonly nextLook: string | null
  /** When somebody asked for a look before all others. */
  readonly asked: string | null
  /** Which process deletes in it now. */
  readonly owner: string | null
  /** What the latest look came to, as sentences. */
  readonly reason: string | null
  /** What was found and deleted so far, in a line. */
  readonly evidence: string | null
}

/** The line of an account in one of the states of those that were given back. */
export function cleaningRow(facts: BindingFacts, state: GivenBack, { at }: QueryContext): CleaningRow {
  const { pooled, since } = facts
  const { binding, labels } = pooled
  const { failures, delays, owner, reason, evidence } = progressOf(binding)
  const { tells } = facts
  const asked = askedAt(binding, at)
  return {
    key: bindingKey(binding),
    kind: binding.kind,
    name: binding.name,
    pool: facts.pool,
    state,
    since,
    sinceIsFirstLook: facts.sinceIsFirstLook,
    tenant: labels.tenantName,
    cleaner: tells.by === 'cleaner' ? tells.provider : null,
    byHand: tells.by === 'person' ? tells.reason : null,
    failures,
    delays,
    failing: tells.by === 'cleaner' && failures + delays > 0 && reason !== null,
    nextLook: tells.by === 'person' ? null : nextLookOf(facts, state, at),
    asked: asked === null ? null : moment(asked),
    owner: owner !== null && owner.until > at ? owner.name : null,
    reason,
    evidence: evidence && evidenceWords(evidence),
  }
}

/** What is due from the start is due since the binding was made. */
function nextLookOf(
  { pooled: { binding }, since }: Pick<BindingFacts, 'pooled' | 'since'>,
  state: GivenBack,
  at: number,
): string | null {
  if (state === 'quarantined') return null
  const rests = state === 'dirty' ? restEnd(since === null ? null : Date.parse(since)) : 0
  const next = nextLook(binding, rests, at)
  return next === 0 ? binding.createdAt : moment(next)
}

function moment(at: number): string {
  return new Date(at).toISOString()
}

import { z } from 'zod'
import { formatEvidence, nextCheckAt, readProgress } from '#lib/garden/cleaning-progress.ts'
import { cleanNowRequestedAt, restEnd } from '#lib/hap/lifecycle/cleaning.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { isReleasedState, RELEASED_STATES, type ReleasedState } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import type { Compare } from '../lists/list-window.ts'
import { KindName, Pool } from '../lists/row-schemas.ts'
import type { QueryContext } from '../query-context.ts'
import { BindingFacts } from './binding-facts.ts'
import { listPoolSpellings } from './binding-list.ts'

/** A released account that is not free yet. */
export interface CleaningItem {
  readonly facts: BindingFacts
  readonly state: ReleasedState
  readonly progress: ReturnType<typeof readProgress>
  /**
   * Earliest moment of the next inspection, RFC 3339 as all moments here; null without a cleaner.
   */
  readonly nextLook: string | null
  /** Moment at which a person requested an immediate inspection. */
  readonly asked: string | null
  /** Process that currently deletes in the account. */
  readonly owner: string | null
}

/** Lists all released accounts that are not free yet, unsorted. */
export function listCleaningItems(context: QueryContext): readonly CleaningItem[] {
  return Array.from(context.inventory.pools.values()).flatMap(pooled => {
    return buildCleaningItem(new BindingFacts(pooled, context), context) ?? []
  })
}

/** Returns null for an account that is not on the cleaning board. */
export function buildCleaningItem(facts: BindingFacts, { at }: Pick<QueryContext, 'at'>): CleaningItem | null {
  const { state, pooled } = facts
  if (!isReleasedState(state)) return null
  const progress = readProgress(pooled.binding)
  const { owner } = progress
  const asked = cleanNowRequestedAt(pooled.binding, at)
  return {
    facts,
    state,
    progress,
    nextLook: nextInspection(facts, state, at),
    asked: asked === null ? null : moment(asked),
    owner: owner !== null && owner.until > at ? owner.name : null,
  }
}

const byName: Compare<CleaningItem> = ({ facts: { pooled: a } }, { facts: { pooled: b } }) =>
  compareText(a.binding.name, b.binding.name) || compareText(a.binding.kind, b.binding.kind)

/** By duration; unknown times come last. */
const bySince: Compare<CleaningItem> = (a, b) => compareText(a.facts.since ?? '9', b.facts.since ?? '9')

/** States that need a person come first. */
const ORDER: readonly ReleasedState[] = ['quarantined', 'cleaning', 'verifying', 'dirty']

/** The cleaning board. */
export const CLEANING_LIST = defineList<CleaningItem>()(
  { defaultSort: 'state', tie: byName },
  {
    key: { row: z.string(), value: ({ facts }) => bindingKey(facts.pooled.binding), column: 'name' },
    kind: { row: KindName, value: ({ facts }) => facts.pooled.binding.kind, csv: 'kind' },
    name: {
      row: z.string(),
      value: ({ facts }) => facts.pooled.binding.name,
      search: { kind: 'text', description: 'part of the name of the binding' },
      sort: { compare: byName },
      csv: 'name',
    },
    pool: {
      /** Null without a hyperscaler type. */
      row: Pool.nullable(),
      value: ({ facts }) => facts.pool,
      search: { kind: 'enum', description: 'pool', read: ({ facts }) => listPoolSpellings(facts) },
      sort: byText(({ facts }) => facts.poolKey),
      csv: {
        hyperscaler_type: pool => pool?.hyperscalerType ?? null,
        eu_access: pool => pool?.euAccess ?? null,
        shared: pool => pool?.shared ?? null,
      },
    },
    type: {
      search: {
        kind: 'enum',
        description: 'hyperscaler type',
        read: ({ facts }) => facts.pooled.labels.hyperscalerType,
      },
    },
    provider: {
      search: {
        kind: 'enum',
        description: 'provider type of Gardener',
        read: ({ facts }) => facts.pooled.binding.providers,
      },
    },
    state: {
      row: z.enum(RELEASED_STATES),
      search: { kind: 'enum', values: RELEASED_STATES, description: 'state of the account' },
      sort: { compare: (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || bySince(a, b) },
      csv: 'state',
    },
    since: {
      /** RFC 3339; null while unknown. */
      row: z.string().nullable(),
      value: ({ facts }) => facts.since,
      column: 'for',
      sort: { compare: bySince, lacks: ({ facts }) => facts.since === null },
      csv: 'since',
    },
    sinceIsFirstLook: {
      /** Whether `since` is only the first observation of the state. */
      row: z.boolean(),
      value: ({ facts }) => facts.sinceIsFirstLook,
      column: 'for',
      csv: 'since_is_first_look',
    },
    tenant: {
      row: z.string().nullable(),
      value: ({ facts }) => facts.pooled.labels.tenantName,
      search: { name: 'ga', kind: 'text', prefix: true, description: 'global account that had it' },
      sort: byText(({ facts }) => facts.pooled.labels.tenantName),
      csv: 'global_account',
    },
    cleaner: {
      /** Provider whose cleaner verifies the account; null = a person has to. */
      row: z.string().nullable(),
      value: cleanerOf,
      search: {
        name: 'tells',
        kind: 'enum',
        values: ['cleaner', 'person'],
        description: 'who verified the account as empty',
        read: item => (cleanerOf(item) === null ? 'person' : 'cleaner'),
      },
      column: 'tells',
      sort: byText(item => cleanerOf(item) ?? ''),
      csv: 'cleaner',
    },
    byHand: {
      /** Why a person has to verify it, as sentences; null with a cleaner. */
      row: z.string().nullable(),
      value: ({ facts: { verifiability } }) => (verifiability.by === 'person' ? verifiability.reason : null),
      column: 'tells',
      csv: 'by_hand',
    },
    failures: {
      /** Attempts that failed; three lead to quarantine. */
      row: z.number(),
      value: ({ progress }) => progress.failures,
      search: { kind: 'number', description: 'number of failed checks', read: countFailures },
      sort: byNumber(countFailures),
      csv: 'failures',
    },
    delays: {
      /**
       * Consecutive attempts that failed with a transient error, or with an error that many
       * accounts have.
       */
      row: z.number(),
      value: ({ progress }) => progress.delays,
      column: 'failures',
      csv: 'delays',
    },
    failing: {
      /** Whether the latest attempt failed. */
      row: z.boolean(),
      value: item => cleanerOf(item) !== null && countFailures(item) > 0 && item.progress.reason !== null,
      search: { kind: 'boolean', description: 'last check failed' },
      column: 'failures',
      csv: 'failing',
    },
    nextLook: {
      row: z.string().nullable(),
      column: 'next',
      sort: byText(({ nextLook }) => nextLook),
      csv: 'next_look',
    },
    reason: {
      /** Result of the latest inspection, as sentences. */
      row: z.string().nullable(),
      value: ({ progress }) => progress.reason,
      search: { kind: 'text', description: 'part of the result of the last check' },
      csv: 'reason',
    },
    asked: {
      row: z.string().nullable(),
      search: {
        kind: 'boolean',
        description: '"Clean now" was requested',
        read: ({ asked }) => asked !== null,
      },
      column: 'next',
      csv: 'asked',
      csvBefore: 'reason',
    },
    owner: {
      row: z.string().nullable(),
      column: 'next',
      csv: 'owner',
      csvBefore: 'reason',
    },
    evidence: {
      /** Found and deleted resources so far, in one line. */
      row: z.string().nullable(),
      value: ({ progress: { evidence } }) => evidence && formatEvidence(evidence),
      search: {
        name: 'looked',
        kind: 'boolean',
        description: 'checked by a cleaner',
        read: ({ progress }) => progress.evidence !== null,
      },
      csv: 'evidence',
    },
    stuck: { search: { kind: 'boolean', description: 'too long in its state', read: ({ facts }) => facts.stuck } },
  },
)

/** One row of the cleaning board. */
export type CleaningRow = RowOf<typeof CLEANING_LIST>

function cleanerOf({ facts: { verifiability } }: CleaningItem): string | null {
  return verifiability.by === 'cleaner' ? verifiability.provider : null
}

/** Sums failures and delays. */
function countFailures({ progress: { failures, delays } }: CleaningItem): number {
  return failures + delays
}

/** An account without waiting time is due since the creation of its binding. */
function nextInspection(
  { verifiability, since, pooled }: BindingFacts,
  state: ReleasedState,
  at: number,
): string | null {
  if (verifiability.by === 'person' || state === 'quarantined') return null
  const rests = state === 'dirty' ? restEnd(since === null ? null : Date.parse(since)) : 0
  const next = nextCheckAt(pooled.binding, rests, at)
  return next === 0 ? pooled.binding.createdAt : moment(next)
}

function moment(at: number): string {
  return new Date(at).toISOString()
}

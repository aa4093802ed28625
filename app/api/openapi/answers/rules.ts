import { z } from 'zod'
import type { ImpactRow as ImpactRowType } from '#lib/queries/impact/impact-rows.ts'
import type { ImpactView as ImpactViewType } from '#lib/queries/impact/impact-view.ts'
import { Pool, RuleLink } from '#lib/queries/lists/row-schemas.ts'
import type { getRevision, listRevisions } from '#lib/queries/rules/revisions.ts'
import type { collectSeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { Finding as FindingType } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail, RulesDriftStatus } from '#lib/services/rules/get-rules.ts'
import { type Answer, answer } from '../answer.ts'

const TextPlace = z.object({ namespace: z.string(), name: z.string(), key: z.string() })

const DiffHunk = z.object({
  oldStart: z.number(),
  newStart: z.number(),
  lines: z.array(z.object({ change: z.enum(['added', 'removed', 'kept']), text: z.string() })),
})

const RuleChange = z.object({
  change: z.enum(['changed', 'added', 'removed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  poolsBefore: z.array(z.string()),
  poolsAfter: z.array(z.string()),
})

const ImpactSummary = z.object({
  counts: z.array(z.object({ impact: z.string(), clusters: z.number(), globalAccounts: z.number() })),
  unknown: z.number(),
})

const RevisionRow = z.object({
  rules: z.number(),
  changed: z.object({ changed: z.number(), added: z.number(), removed: z.number() }),
  cases: z.object({ passed: z.number(), failed: z.number() }),
  impact: ImpactSummary.nullable(),
  number: z.number(),
  at: z.string(),
  actor: z.string(),
  role: z.string(),
  reason: z.string(),
  ticket: z.string().nullable(),
  restores: z.number().nullable(),
  overrideReason: z.string().nullable(),
})

const SeenCombination = z.object({
  clusters: z.number(),
  lastAt: z.number().nullable(),
  platformRegion: z.string().nullable(),
  hyperscalerRegion: z.string().nullable(),
  provider: z.string(),
  plan: z.string(),
})

const Place = z.object({ line: z.number(), column: z.number() })

const TextRange2 = z.object({ rule: z.number(), start: z.number(), end: z.number() })

const Finding = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
  place: Place.nullable(),
  length: z.number(),
  related: z.array(Place),
  range: TextRange2.nullable(),
  fix: z
    .object({
      title: z.string(),
      edits: z.array(
        z.union([
          z.object({ kind: z.literal('replace'), range: TextRange2, text: z.string() }),
          z.object({ kind: z.literal('insert'), before: z.number(), text: z.string() }),
          z.object({ kind: z.literal('remove'), rule: z.number() }),
        ]),
      ),
    })
    .nullable(),
})

const DestinationView = z.object({ rule: RuleLink.nullable(), message: z.string().nullable(), pool: Pool.nullable() })

const Tally = z.object({ clusters: z.number(), globalAccounts: z.number() })

const PoolRoom = z.object({
  pool: Pool,
  needs: z.number(),
  free: z.number().nullable(),
  room: z.enum(['enough', 'short', 'empty']),
})

const GroupView = z.object({
  before: DestinationView,
  after: DestinationView,
  needing: Tally,
  globalAccounts: z.number(),
  plan: z.string(),
  change: z.enum(['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged']),
  key: z.string(),
  concerns: z.array(
    z.enum(['loses-eu', 'becomes-shared', 'empty-pool', 'short-pool', 'becomes-dedicated', 'needs-account']),
  ),
  room: PoolRoom.nullable(),
  clusters: z.number(),
})

const ImpactView = z.object({
  groups: z.array(GroupView),
  more: z.number(),
  unknown: z.array(
    z.object({
      clusters: z.number(),
      globalAccounts: z.number(),
      missing: z.enum(['provider', 'plan', 'platform-region', 'hyperscaler-region']),
    }),
  ),
  shares: z.object({
    plan: z.object({
      label: z.number(),
      database: z.number(),
      kim: z.number(),
      import: z.number(),
      nobody: z.number(),
    }),
    platformRegion: z.object({
      label: z.number(),
      database: z.number(),
      kim: z.number(),
      import: z.number(),
      nobody: z.number(),
    }),
  }),
  estimated: z.boolean(),
  all: Tally,
  changes: z.object({
    'newly-unmatched': Tally,
    'newly-refused': Tally,
    moved: Tally,
    'newly-matched': Tally,
    unmatched: Tally,
    unchanged: Tally,
  }),
  concerns: z.object({
    'loses-eu': Tally,
    'becomes-shared': Tally,
    'empty-pool': Tally,
    'short-pool': Tally,
    'becomes-dedicated': Tally,
    'needs-account': Tally,
  }),
})

const ImpactRow = z.object({
  change: z.enum(['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged']).nullable(),
  missing: z.enum(['provider', 'plan', 'platform-region', 'hyperscaler-region']).nullable(),
  concerns: z.array(
    z.enum(['loses-eu', 'becomes-shared', 'empty-pool', 'short-pool', 'becomes-dedicated', 'needs-account']),
  ),
  before: Pool.nullable(),
  after: Pool.nullable(),
  beforeRule: z.string().nullable(),
  afterRule: z.string().nullable(),
  message: z.string().nullable(),
  room: PoolRoom.nullable(),
  key: z.string(),
  cluster: z.string().nullable(),
  now: Pool.nullable(),
  planFrom: z.enum(['label', 'database', 'kim', 'import']).nullable(),
  platformRegionFrom: z.enum(['label', 'database', 'kim', 'import']).nullable(),
  asked: z.object({
    plan: z.string().nullable(),
    provider: z.string().nullable(),
    platformRegion: z.string().nullable(),
    hyperscalerRegion: z.string().nullable(),
    globalAccount: z.string().nullable(),
  }),
  clusters: z.number(),
})

export const Rules = answer<RulesDetail>()(
  z.object({
    text: z.string(),
    hash: z.string(),
    number: z.number(),
    origin: z.string(),
    rules: z.number(),
    pinned: z.string(),
    plans: z.array(z.object({ name: z.string(), providers: z.array(z.string()).nullable() })),
    requiredPlans: z.array(z.string()),
    semantics: z.enum(['documented', 'keb']),
    namespace: z.string(),
    regions: z.object({
      platform: z.array(z.string()),
      hyperscaler: z.array(z.object({ provider: z.string(), regions: z.array(z.string()) })),
    }),
  }),
)

export const RulesDrift = answer<RulesDriftStatus>()(
  z.object({
    drift: z
      .object({
        number: z.number(),
        place: TextPlace,
        configMap: z.union([
          z.object({ kind: z.literal('same'), keepers: z.array(z.string()) }),
          z.object({ kind: z.literal('missing') }),
          z.object({
            kind: z.literal('differs'),
            hunks: z.array(DiffHunk),
            moreLines: z.number(),
            changes: z.array(RuleChange).nullable(),
            owners: z.array(z.string()),
            keepers: z.array(z.string()),
            resourceVersion: z.string(),
          }),
          z.object({ kind: z.literal('unread'), reason: z.string() }),
        ]),
        file: z.object({ name: z.string(), changes: z.array(RuleChange) }).nullable(),
        keb: z
          .union([
            z.object({ place: TextPlace, kind: z.literal('same') }),
            z.object({
              place: TextPlace,
              kind: z.literal('differs'),
              changes: z.array(RuleChange).nullable(),
              problem: z.string().nullable(),
            }),
            z.object({ place: TextPlace, kind: z.literal('missing') }),
            z.object({ place: TextPlace, kind: z.literal('unread'), reason: z.string() }),
          ])
          .nullable(),
      })
      .nullable(),
    pending: z
      .union([
        z.object({ number: z.number(), kind: z.literal('writing') }),
        z.object({
          number: z.number(),
          kind: z.literal('failed'),
          reason: z.string(),
          again: z.boolean(),
          owned: z.boolean(),
        }),
      ])
      .nullable(),
  }),
)

export const RevisionList = answer<Answer<typeof listRevisions>>()(
  z.object({ revisions: z.array(RevisionRow), more: z.boolean() }),
)

export const RevisionDetail = answer<Answer<typeof getRevision>>()(
  z.object({
    inForce: z.number(),
    hash: z.string(),
    document: z.string(),
    results: z.array(z.object({ name: z.string(), passed: z.boolean(), expected: z.string(), actual: z.string() })),
    caseChanges: z.object({ removed: z.array(z.string()), changed: z.array(z.string()), added: z.array(z.string()) }),
    comparison: z.object({ from: z.number(), changes: z.array(RuleChange), hunks: z.array(DiffHunk) }),
    rules: z.number(),
    changed: z.object({ changed: z.number(), added: z.number(), removed: z.number() }),
    cases: z.object({ passed: z.number(), failed: z.number() }),
    impact: ImpactSummary.nullable(),
    number: z.number(),
    at: z.string(),
    actor: z.string(),
    role: z.string(),
    reason: z.string(),
    ticket: z.string().nullable(),
    restores: z.number().nullable(),
    overrideReason: z.string().nullable(),
  }),
)

export const SeenRequests = answer<Answer<typeof collectSeenRequests>>()(
  z.object({
    combinations: z.array(SeenCombination),
    withoutPlan: z.number(),
    partial: z.boolean(),
    pools: z.array(
      z.object({ accounts: z.number(), hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() }),
    ),
  }),
)

export const RulesCheck = answer<{ valid: boolean; rules: number | null; findings: readonly FindingType[] }>()(
  z.object({ valid: z.boolean(), rules: z.number().nullable(), findings: z.array(Finding) }),
)

export const RulesImpact = answer<{ impact: ImpactViewType; partial: boolean }>()(
  z.object({ impact: ImpactView, partial: z.boolean() }),
)

export const ImpactRows = answer<{ rows: readonly ImpactRowType[]; hits: number }>()(
  z.object({ rows: z.array(ImpactRow), hits: z.number() }),
)

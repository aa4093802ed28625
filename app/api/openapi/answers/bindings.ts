import { z } from 'zod'
import { REFUSAL_CAUSES } from '#lib/hap/pools/account-condition.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { ChangeAuthor as ChangedByType } from '#lib/queries/audit/audit-entry.ts'
import type { BindingDetail as BindingDetailType } from '#lib/queries/bindings/binding-detail.ts'
import type { listBindings, listMatchingBindings } from '#lib/queries/bindings/list-bindings.ts'
import { BindingRef, KindName, StateCounts, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { getTimeline } from '#lib/queries/timeline.ts'
import type { OutcomeView, PreviewView } from '#lib/services/actions/action-view.ts'
import { type Answer, answer } from '../answer.ts'
import { AuditRow, BindingRow, CleaningRow, SearchError, Shoot, SimulatorQuery } from './shared.ts'
import { ActionName } from './words.ts'

const CleaningEvidence = z.object({
  found: z.string(),
  deleted: z.string(),
  emptyAt: z.array(z.string()),
  provider: z.string(),
  version: z.string(),
  identity: z.string(),
  places: z.array(z.string()),
  left: z.array(z.object({ what: z.string(), why: z.string() })),
  leftMore: z.number(),
  from: z.string(),
  to: z.string(),
})

const ActionOffer = z.object({
  action: ActionName,
  reason: z.string().nullable(),
  dangerous: z.boolean(),
  undecided: z.array(z.enum(['shared', 'internal', 'dirty', 'hyperscalerType', 'tenantName', 'euAccess'])),
  open: z.array(z.enum(['shared', 'internal', 'dirty', 'hyperscalerType', 'tenantName', 'euAccess'])),
  owners: z.array(z.string()),
})

const StateItem = z.object({
  kind: z.literal('state'),
  key: z.string(),
  at: z.string(),
  binding: z.object({ name: z.string(), kind: z.string() }),
  from: z.enum(BINDING_STATES).nullable(),
  to: z.enum(BINDING_STATES).nullable(),
  tenant: z.string().nullable(),
  pool: z.string().nullable(),
  actor: z.string().nullable(),
  action: z.string().nullable(),
  adopted: z.boolean(),
})

const ChangedBy = z.object({
  actor: z.string(),
  role: z.string().nullable(),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  action: z.string(),
  seq: z.string(),
})

const DiffLine = z.object({
  change: z.enum(['added', 'removed', 'kept']),
  key: z.string(),
  value: z.string(),
  note: z.string(),
})

const SeenBinding = z.object({
  resourceVersion: z.string(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
})

export const BindingList = answer<Answer<typeof listBindings>>()(
  z.object({
    states: StateCounts,
    rows: z.array(BindingRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const MatchingBindings = answer<Answer<typeof listMatchingBindings>>()(
  z.object({
    rows: z.array(z.object({ key: z.string(), kind: KindName, name: z.string() })),
    hits: z.number(),
    errors: z.array(SearchError),
  }),
)

export const BindingDetail = answer<BindingDetailType>()(
  z.object({
    row: BindingRow,
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()),
    providers: z.array(z.string()),
    deletedAt: z.string().nullable(),
    limitSetting: z.string().nullable(),
    condition: z
      .object({ cause: z.enum(REFUSAL_CAUSES), reason: z.string(), since: z.string(), checkedAt: z.string() })
      .nullable(),
    epoch: z.string().nullable(),
    hold: z.object({ reason: z.string(), until: z.string().nullable() }).nullable(),
    evidence: z.string().nullable(),
    cleaning: z.object({ row: CleaningRow, evidence: CleaningEvidence.nullable() }).nullable(),
    shoots: z.array(
      z.object({
        shoot: Shoot,
        through: z.object({ kind: KindName, name: z.string() }),
      }),
    ),
    others: z.array(
      z.object({
        kind: KindName,
        name: z.string(),
        row: BindingRow.nullable(),
      }),
    ),
    warnings: z.array(
      z.object({
        code: z.enum([
          'malformed',
          'dirty-used',
          'free-used',
          'malformed-found',
          'migrated',
          'restored',
          'provider-mismatch',
          'unwritable',
          'shared-account',
          'terminating-used',
          'over-limit',
          'stuck',
          'free-unreached',
          'full',
          'idle-claim',
          'failing',
        ]),
        severity: z.enum(['danger', 'warn', 'info']),
        title: z.string(),
        detail: z.string(),
      }),
    ),
    actions: z.array(ActionOffer),
    repair: z.object({ command: z.string().nullable(), words: z.string() }).nullable(),
    reached: z.boolean(),
    nextRequest: SimulatorQuery.nullable(),
  }),
)

export const Timeline = answer<Answer<typeof getTimeline>>()(
  z.object({
    items: z.array(
      z.union([
        StateItem,
        z.object({
          kind: z.literal('action'),
          key: z.string(),
          at: z.string(),
          row: AuditRow,
          led: z
            .object({
              from: z.enum(BINDING_STATES).nullable(),
              to: z.enum(BINDING_STATES).nullable(),
            })
            .nullable(),
        }),
        z.object({
          kind: z.literal('claim'),
          key: z.string(),
          at: z.string(),
          claim: z.object({
            id: z.string(),
            outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
            cluster: z.string().nullable(),
            message: z.string().nullable(),
            actor: z.string(),
            claims: z.number(),
            what: z.enum(['refused', 'released', 'adopted', 'claimed']),
            tenant: z.string().nullable(),
            plan: z.string().nullable(),
            bindingKind: z.string().nullable(),
            bindingName: z.string().nullable(),
          }),
        }),
      ]),
    ),
    next: z.string().nullable(),
    recordedSince: z.string().nullable(),
  }),
)

export const BindingChanges = answer<{ changes: readonly ChangedByType[] }>()(z.object({ changes: z.array(ChangedBy) }))

export const ActionPreview = answer<PreviewView>()(
  z.union([
    z.object({
      diff: z.array(DiffLine),
      consequence: z.array(z.string()),
      danger: z.string().nullable(),
      typeToConfirm: z.boolean(),
      status: z.literal('planned'),
      now: SeenBinding,
      others: z.array(z.object({ binding: BindingRef, now: SeenBinding, diff: z.array(DiffLine) })),
      clusters: z.array(
        z.object({
          id: z.string(),
          shoot: z
            .object({
              name: z.string(),
              binding: z.object({ kind: z.enum(['CredentialsBinding', 'SecretBinding']), name: z.string() }).nullable(),
              region: z.string(),
            })
            .nullable(),
          owner: z.string().nullable(),
        }),
      ),
      objection: z.string().nullable(),
    }),
    z.object({ status: z.literal('refused'), now: SeenBinding.nullable(), reason: z.string() }),
  ]),
)

export const ActionOutcome = answer<Extract<OutcomeView, { status: 'done' }>>()(
  z.object({
    status: z.literal('done'),
    before: StateName,
    after: StateName,
    note: z.string().nullable(),
    checking: z.boolean(),
  }),
)

import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { needsRecentSignIn } from '#lib/auth/sign-in-time.ts'
import { parseAction } from '#lib/hap/actions/action.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { REFUSAL_CAUSES } from '#lib/hap/pools/account-condition.ts'
import { type BindingRef as BindingName, bindingKey } from '#lib/hap/pools/binding.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { type ChangeAuthor as ChangedByType, listChangeAuthors } from '#lib/queries/audit/audit-entry.ts'
import {
  type BindingDetail,
  type BindingDetail as BindingDetailType,
  getBindingDetail,
  parseBindingRef,
} from '#lib/queries/bindings/binding-detail.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { CLEANING_LIST } from '#lib/queries/bindings/cleaning-list.ts'
import { exportBindings, listBindings, listMatchingBindings } from '#lib/queries/bindings/list-bindings.ts'
import { Account, BindingRef, KindName, StateCounts, StateName } from '#lib/queries/lists/row-schemas.ts'
import { readBindingYaml } from '#lib/queries/object-yaml.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'
import { actionRefusal, HoldInput, RepairInput, TogetherInput } from '#lib/services/actions/action-order.ts'
import {
  buildOutcomeView,
  buildPreviewView,
  type OutcomeView,
  type PreviewView,
} from '#lib/services/actions/action-preview.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'
import { matchedVersion, versioned } from './entity-tag.ts'
import { exportList } from './export-file.ts'
import { ListQuery, WHOLE_LIST } from './list-query.ts'
import { type Answer, answer, compute, type Resource, read, write } from './operation.ts'
import { signInOf } from './sender.ts'
import { sharedReply } from './shared-answer.ts'
import { ActionName, ObjectYaml, SearchError, Shoot, SimulatorQuery } from './shared-schemas.ts'
import { Timeline, TimelineQuery, timelineStart } from './timeline.ts'

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
  uid: z.string(),
  account: Account,
  resourceVersion: z.string(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
})

const BindingList = answer<Answer<typeof listBindings>>()(
  z.object({
    states: StateCounts,
    accounts: z.number(),
    rows: z.array(BINDING_LIST.schema),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const MatchingBindings = answer<Answer<typeof listMatchingBindings>>()(
  z.object({
    rows: z.array(z.object({ key: z.string(), kind: KindName, name: z.string() })),
    hits: z.number(),
    errors: z.array(SearchError),
  }),
)

const BindingDetailAnswer = answer<BindingDetailType>()(
  z.object({
    row: BINDING_LIST.schema,
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
    cleaning: z.object({ row: CLEANING_LIST.schema, evidence: CleaningEvidence.nullable() }).nullable(),
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
        row: BINDING_LIST.schema.nullable(),
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
          'contradictory',
          'misspelled',
          'provider-mismatch',
          'unwritable',
          'shared-account',
          'unlabelled',
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

const BindingChanges = answer<{ changes: readonly ChangedByType[] }>()(z.object({ changes: z.array(ChangedBy) }))

const ActionPreview = answer<PreviewView>()(
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

const ActionOutcome = answer<Extract<OutcomeView, { status: 'done' }>>()(
  z.object({
    status: z.literal('done'),
    before: StateName,
    after: StateName,
    note: z.string().nullable(),
    checking: z.boolean(),
  }),
)

/** Body of an action. The binding is part of the address. */
const ActionBody = z.union([
  HoldInput.omit({ binding: true }),
  TogetherInput.omit({ binding: true }),
  RepairInput.omit({ binding: true }),
])

/** Body of a preview, which needs no reason yet. */
const PreviewBody = z.union([
  HoldInput.omit({ binding: true }).partial(),
  TogetherInput.omit({ binding: true }).partial(),
  RepairInput.omit({ binding: true }).partial(),
])

const MAX_EPOCH = 9_999_999

/** Bindings, and the actions on them. */
export const BINDINGS = {
  schemas: {
    BindingRow: BINDING_LIST.schema,
    BindingList,
    MatchingBindings,
    BindingDetail: BindingDetailAnswer,
    Timeline,
    BindingChanges,
    ActionPreview,
    ActionOutcome,
  },
  routes: [
    read('/bindings', {
      summary: 'List bindings that match a search',
      query: ListQuery,
      answers: { 200: BindingList },
      run: ({ context, query, request }) => sharedReply(request, context, () => listBindings(context, query)),
    }),
    exportList('/bindings/export', 'bindings', exportBindings),
    read('/bindings/matching', {
      summary: 'List the names of the bindings that match a search',
      query: z.object(WHOLE_LIST),
      answers: { 200: MatchingBindings },
      run: ({ context, query }) => listMatchingBindings(context, query, MAX_JOB_TARGETS),
    }),
    // The ETag is the resourceVersion, which actions expect in `If-Match`. Other data in the body
    // changes without it.
    read('/bindings/:kind/:name', {
      summary: 'Get a binding with its account and the allowed actions',
      tagged: 'version',
      answers: { 200: BindingDetailAnswer },
      run: ({ context, params }) => {
        const detail = requireBinding(context, parseBindingRef(context, params))
        return versioned(detail.resourceVersion, detail)
      },
    }),
    // The service checks the role and records the attempt.
    write('POST', '/bindings/:kind/:name/actions/:action', {
      summary: 'Perform an action on a binding',
      role: 'operator',
      body: ActionBody,
      match: 'optional',
      answers: { 200: ActionOutcome },
      action: ({ action }) => parseAction(action) ?? 'unknown action',
      target: ({ kind, name }) => `${kind}/${runtime().landscape.namespace}/${name}`,
      run: async ({ user, requestId, params, request, body }) => {
        // The result of the check after the response is only in the audit log, under the id of the
        // request.
        const options = { requestId, signedInAt: await signInOf(user), onSettled: () => {} }
        const order = actionOrder(params, body, request)
        return actionReply(user, params.action, await runtime().actions.perform(params.action, user, order, options))
      },
    }),
    // Includes a dry run on the API server.
    compute('/bindings/:kind/:name/actions/:action/preview', {
      summary: 'Preview an action with a dry run',
      body: PreviewBody,
      match: 'optional',
      answers: { 200: ActionPreview },
      run: async ({ user, params, request, body }) => {
        const order = actionOrder(params, body, request)
        return buildPreviewView(await runtime().actions.preview(params.action, user, order, request.signal))
      },
    }),
    read('/bindings/:kind/:name/changes', {
      summary: 'List the authors of the changes to a binding between two epochs',
      query: z.object({ from: wholeNumber(0, MAX_EPOCH, 0), to: wholeNumber(0, MAX_EPOCH, MAX_EPOCH) }),
      answers: { 200: BindingChanges },
      run: async ({ context, params, query }) => ({
        changes: await listChangeAuthors(runtime().store.db, parseBindingRef(context, params), query),
      }),
    }),
    // Also works for a deleted binding, because its events remain recorded.
    read('/bindings/:kind/:name/timeline', {
      summary: 'List the events of a binding: owners, claims and actions',
      query: TimelineQuery,
      answers: { 200: Timeline },
      run: ({ context, params, query }) =>
        getTimeline(runtime().store.db, parseBindingRef(context, params), timelineStart(query)),
    }),
    // Restricted to bindings in the inventory, because the console's own role may read more than the
    // user may see.
    read('/bindings/:kind/:name/yaml', {
      summary: 'Get the live YAML of a binding',
      answers: { 200: ObjectYaml },
      run: async ({ context, params, request }) => {
        const binding = parseBindingRef(context, params)
        requireBinding(context, binding)
        return { yaml: await readBindingYaml(runtime().client, binding, { signal: request.signal }) }
      },
    }),
  ],
} satisfies Resource

/**
 * Finds a binding in the lists. Throws NotFoundError otherwise, also for objects that exist only in
 * Gardener.
 */
function requireBinding(context: QueryContext, { kind, name }: BindingName): BindingDetail {
  const detail = getBindingDetail(context, kind, name)
  if (detail) return detail
  const { inventory } = context
  const { namespace } = inventory
  throw new NotFoundError(
    inventory.binding(bindingKey({ kind, namespace, name })) === null
      ? `There is no ${kind} ${name} in ${namespace}.`
      : `${kind} ${name} in ${namespace} has no HAP labels, or HAP_BINDING_KINDS does not list its kind.`,
  )
}

const OrderBody = z.record(z.string(), z.unknown())

/**
 * Builds the order for the service from the body, the binding in the address and `If-Match`. Throws
 * ZodError, NotFoundError.
 */
function actionOrder(
  params: { readonly kind: string; readonly name: string },
  body: unknown,
  request: Request,
): unknown {
  const binding = parseBindingRef(runtime().context(), params)
  const seen = request.headers.has('if-match') ? { seenVersion: matchedVersion(request) } : {}
  return { ...parseInput(OrderBody, body), ...seen, binding }
}

const STATUS = {
  invalid: 400,
  refused: 409,
  cancelled: 409,
  changed: 412,
  failed: 503,
  collided: 409,
  unknown: 504,
} as const

/** Converts the result of an action, which the service has recorded, to an answer. */
export function actionReply(user: User, action: string, result: ActionResult) {
  const view = buildOutcomeView(result)
  if (!('reason' in view)) return view
  const isForbidden = actionRefusal(user, action) !== null || needsRecentSignIn(view.reason)
  const special = view.status === 'refused' && isForbidden ? 403 : specialStatus(result)
  const after = 'retryAfterMs' in result ? (result.retryAfterMs ?? null) : null
  return problemResponse(
    special ?? STATUS[view.status],
    view.reason,
    after === null ? {} : { 'retry-after': String(Math.ceil(after / 1_000)) },
  )
}

/** Status of a failure that a retry does not help; null for others. */
function specialStatus(result: ActionResult): 404 | 409 | null {
  if ('missing' in result) return 404
  return 'blocked' in result ? 409 : null
}

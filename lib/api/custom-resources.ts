import { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource as KubeResource } from '#lib/garden/resources/resource.ts'
import { RESOURCE_AUDIT_NAMES, type ResourceVerb, resourceTarget } from '#lib/hap/audit/target.ts'
import { NotFoundError, RefusedRequestError } from '#lib/http/request-errors.ts'
import { formatObjectYaml } from '#lib/queries/object-yaml.ts'
import { buildEventRow } from '#lib/queries/operators/object-detail.ts'
import {
  getKindState,
  incompleteReason,
  type OperatorKind,
  type OperatorObjects,
} from '#lib/queries/operators/operator-objects.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import type { CreateResult, CreationPreview } from '#lib/services/resources/create-resource.ts'
import {
  attemptOf,
  type ProvedCall,
  type ResourceContext,
  requireControlPlane,
  requireVerb,
} from '#lib/services/resources/resource-call.ts'
import { answer, type Resource, read, type WriteAttempt, write } from './operation.ts'
import { type Reply, reply } from './reply.ts'
import { signInOf } from './sender.ts'
import { sharedReply } from './shared-answer.ts'
import { ConditionRow, FieldProblem, KindState, NamedObject, ObjectYaml, SearchError } from './shared-schemas.ts'

const ResourceCreation = answer<CreateResult>()(
  z.union([
    z.object({ kind: z.literal('created'), name: z.string() }),
    z.object({ kind: z.literal('invalid'), problems: z.array(FieldProblem) }),
  ]),
)

const ResourcePreview = answer<CreationPreview>()(
  z.object({ yaml: z.string().nullable(), problems: z.array(FieldProblem), refusal: z.string().nullable() }),
)

const EventRow = z.object({
  id: z.string(),
  isWarning: z.boolean(),
  reason: z.string(),
  note: z.string(),
  count: z.number(),
  at: z.string().nullable(),
  by: z.string(),
})

const ObjectEvents = answer<{ events: ReturnType<typeof buildEventRow>[] }>()(z.object({ events: z.array(EventRow) }))

/** Fields that every answer about one custom resource has. */
export const OBJECT_FIELDS = {
  kind: KindState,
  namespace: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  generation: z.number(),
  observedGeneration: z.number().nullable(),
  deletedAt: z.string().nullable(),
  finalizers: z.array(z.string()),
  conditions: z.array(ConditionRow),
}

/** Schema of a list of custom resources with these rows. */
export function resourceList<Row extends z.ZodType>(row: Row) {
  return z.object({
    kind: KindState,
    incomplete: z.string().nullable(),
    states: z.record(z.string(), z.number()),
    rows: z.array(row),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  })
}

interface Named {
  readonly name?: string
}

interface Creation {
  readonly summary: string
  readonly body: z.ZodType
  readonly verb: Extract<ResourceVerb, `create-${string}`>
}

/** Declares the creation of a custom resource; 422 lists the problems by field. */
export function createResource(
  path: `/${string}`,
  {
    summary,
    body,
    verb,
    create,
  }: Creation & { create(context: ResourceContext, call: ProvedCall): Promise<CreateResult> },
) {
  return write('POST', path, {
    summary,
    role: 'operator',
    body,
    answers: { 201: ResourceCreation, 422: ResourceCreation },
    ...entryOf(verb),
    run: async call => {
      const result = await create(requireControlPlane(runtime().resources), await buildCall(call))
      return reply(result, { status: result.kind === 'created' ? 201 : 422 })
    },
  })
}

/** Declares the preview of a creation. It writes nothing. */
export function previewResource(
  path: `/${string}`,
  {
    summary,
    body,
    verb,
    preview,
  }: Creation & { preview(context: ResourceContext, call: ProvedCall): Promise<CreationPreview> },
) {
  return write('POST', path, {
    summary,
    role: 'operator',
    body,
    answers: { 200: ResourcePreview },
    action: RESOURCE_AUDIT_NAMES[verb],
    run: async call => preview(requireControlPlane(runtime().resources), await buildCall(call)),
  })
}

/** Declares the deletion of a custom resource. */
export function deleteResource(
  path: `/${string}/:name/${string}`,
  {
    summary,
    role,
    body,
    verb,
    remove,
  }: {
    readonly summary: string
    readonly role: Role
    readonly body: z.ZodType
    readonly verb: Extract<ResourceVerb, `delete-${string}`>
    remove(context: ResourceContext, call: ProvedCall, name: string): Promise<void>
  },
) {
  return write('POST', path, {
    summary,
    role,
    body,
    answers: { 202: NamedObject },
    ...entryOf(verb),
    run: async call => {
      const { name } = call.params
      await remove(requireControlPlane(runtime().resources), await buildCall(call), name)
      return reply({ name }, { status: 202 })
    },
  })
}

/** The audit entry of a verb, with its authorisation. */
function entryOf(verb: ResourceVerb) {
  const kind = verb.endsWith('cluster') ? 'Cluster' : 'SubscriptionRequest'
  const targetsOf = ({ name }: Named) => {
    const namespace = runtime().resources?.namespace
    return name === undefined || namespace === undefined ? [] : [resourceTarget(kind, namespace, name)]
  }
  return {
    action: RESOURCE_AUDIT_NAMES[verb],
    target: (params: Named) => targetsOf(params)[0] ?? kind,
    authorise: async ({ user, params, requestId }: WriteAttempt<Named>): Promise<void> => {
      await recorded(runtime(), attemptOf(verb, { user, requestId }, targetsOf(params)), () => requireVerb(verb, user))
    },
  }
}

async function buildCall({ user, requestId, body }: WriteAttempt & { readonly body: unknown }): Promise<ProvedCall> {
  return { user, requestId, signedInAt: await signInOf(user), input: body }
}

/**
 * Reply about custom resources, shared by pages that fetch after the same change. `make` receives
 * null without a control plane.
 */
export function operatorsReply<Body>(
  request: Request,
  context: QueryContext,
  make: (objects: OperatorObjects | null) => Body,
): Reply<Body> {
  const { operators } = runtime()
  return sharedReply(request, context, () => make(operators), operators?.version ?? null)
}

/**
 * Finds a custom resource. Throws NotFoundError, and RefusedRequestError 503 while its kind is not
 * completely read.
 */
export function requireObject<Found>(
  kind: OperatorKind,
  name: string,
  find: (objects: OperatorObjects, name: string) => Found | null,
): Found {
  const { operators } = runtime()
  const found = operators && find(operators, name)
  if (found) return found
  const state = getKindState(operators, kind)
  const message = incompleteReason(state)
  if (message !== null && operators !== null && state.state !== 'absent')
    throw new RefusedRequestError(503, state.message ?? `Not every ${kind} has been read yet.`)
  throw new NotFoundError(`There is no ${kind} ${name}${operators ? ` in ${operators.namespace}` : ''}.`)
}

type Find = (objects: OperatorObjects, name: string) => { readonly uid: string; readonly namespace: string } | null

/** Declares the recent events of a custom resource. */
export function readEvents<const Path extends `/${string}/:name/events`>(path: Path, kind: OperatorKind, find: Find) {
  return read(path, {
    summary: 'List the recent events of the object',
    answers: { 200: ObjectEvents },
    run: async ({ params, request }) => {
      const { uid } = requireObject(kind, params.name, find)
      const events = (await runtime().operators?.eventsOf(uid, request.signal)) ?? []
      return { events: events.map(buildEventRow) }
    },
  })
}

/** Declares the live YAML of a custom resource. `shown` removes fields that must not be visible. */
export function readYaml<const Path extends `/${string}/:name/yaml`>(
  path: Path,
  resource: KubeResource,
  kind: OperatorKind,
  find: Find,
  shown = (object: KubeObject) => object,
) {
  return read(path, {
    summary: 'Get the live YAML of the object',
    answers: { 200: ObjectYaml },
    run: async ({ params: { name }, request }) => {
      const { namespace } = requireObject(kind, name, find)
      const client = runtime().controlPlane
      if (client === null) throw new NotFoundError(`There is no ${kind} ${name}.`)
      const object = await client.get<KubeObject>({ resource, namespace, name }, { signal: request.signal })
      return { yaml: formatObjectYaml(shown(object)) }
    },
  })
}

/** Schemas of all custom resources. */
export const CUSTOM_RESOURCES = {
  schemas: { ResourceCreation, ResourcePreview, ObjectEvents },
  routes: [],
} satisfies Resource

import { stringify } from 'yaml'
import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'
import { GardenError, isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type Resource } from '#lib/garden/resources/resource.ts'
import { type ResourceVerb, resourceTarget, resourceTargets } from '#lib/hap/audit/target.ts'
import { type FieldProblem, problemsText } from '#lib/operators/api/field-problem.ts'
import { audited, invalidDetail, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { parseFields, readableInput } from './order-input.ts'
import {
  attemptOf,
  failedWriteOutcome,
  type ProvedCall,
  type ResourceContext,
  recordGrant,
  requireRoleFor,
  requireVerb,
} from './resource-call.ts'

/** What every order of a new object says. */
interface Ordered {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly spec: object
  readonly reason: string
  readonly ticket: string | null
}

/** How objects of one kind are made. */
export interface Creation<Order extends Ordered> {
  readonly verb: Extract<ResourceVerb, `create-${string}`>
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly resource: Resource
  readonly input: z.ZodType<Order>
  /** The role that this very order needs. */
  neededRole(order: Order): Role
  /** Whether this very order gives somebody access to a cluster. */
  grantsAccess(order: Order): boolean
  /** Whom it is for; null for nobody in particular. */
  globalAccount(order: Order): string | null
  /** What no schema says. */
  validate(order: Order): readonly FieldProblem[]
}

/** An object as it is sent. */
interface Manifest extends KubeObject {
  readonly spec: object
}

export type CreateResult =
  | { readonly kind: 'created'; readonly name: string }
  | { readonly kind: 'invalid'; readonly problems: readonly FieldProblem[] }

/**
 * Makes an object: role, input, a recent sign-in where it grants access, our rules, a dry run, then the write, with intent and outcome in the audit log. Throws RefusedError,
 * AuditError, GardenError.
 */
export async function createResource<Order extends Ordered>(
  context: ResourceContext,
  creation: Creation<Order>,
  call: ProvedCall,
): Promise<CreateResult> {
  const { verb, kind } = creation
  const said = readableInput(call.input)
  const about = said.name === null ? [] : [resourceTarget(kind, context.namespace, said.name)]
  const attempt = { ...attemptOf(verb, call, about), reason: said.reason, ticket: said.ticket }
  await recorded(context, attempt, () => requireVerb(verb, call.user))
  const read = parseFields(creation.input, call.input)
  if ('problems' in read) {
    await context.audit.refused(
      attempt,
      invalidDetail(read.problems.map(({ field, message }) => `${field}: ${message}`)),
    )
    return { kind: 'invalid', problems: read.problems }
  }
  const { order } = read
  const { name, labels, spec, reason, ticket } = order
  const after = JSON.parse(JSON.stringify({ labels, spec })) as JsonValue
  const targets = resourceTargets(kind, { namespace: context.namespace, name }, creation.globalAccount(order))
  const draft = { ...attempt, targets, reason, ticket, after }
  const grants = creation.grantsAccess(order)
  await recorded(context, draft, async () => {
    requireRoleFor(call.user, creation.neededRole(order))
    if (grants) await context.grants.require(call)
  })
  const { manifest, problems } = await planCreation(context, creation, order)
  if (problems.length > 0) {
    await context.audit.refused(draft, problemsText(problems).slice(0, 1_000))
    return { kind: 'invalid', problems }
  }
  const act = async () => {
    try {
      await createObject(context, creation, manifest, false)
    } catch (error) {
      if (isAlreadyThere(error))
        throw new RefusedError(409, `Somebody else has just created ${name}. Choose another name.`)
      throw error
    }
    const noted = grants ? await recordGrant(context, call, draft.action) : null
    const detail = ['The operator takes it up.', ...(noted === null ? [] : [noted])].join(' ')
    return { outcome: 'accepted', detail, result: { kind: 'created', name } } as const
  }
  return audited(context.audit, draft, act, failedWriteOutcome)
}

/** An object that is to be, and what speaks against it. */
interface CreationPlan {
  readonly manifest: Manifest
  readonly yaml: string
  readonly problems: readonly FieldProblem[]
}

/** Looks at what somebody asks for: our rules, then a dry run of the server. Writes nothing. Throws GardenError. */
async function planCreation<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace'>,
  creation: Creation<Order>,
  order: Order,
): Promise<CreationPlan> {
  const manifest = manifestOf(context, creation, order)
  const problems = creation.validate(order)
  return {
    manifest,
    yaml: stringify(manifest, { lineWidth: 0 }),
    problems: problems.length > 0 ? problems : await dryRun(context, creation, manifest),
  }
}

/** Makes it, or with `dryRun` has the server check it. Throws GardenError. */
async function createObject(
  { control, namespace }: Pick<ResourceContext, 'control' | 'namespace'>,
  { resource }: Pick<Creation<Ordered>, 'resource'>,
  manifest: Manifest,
  dryRun: boolean,
): Promise<void> {
  await control.create({ resource, namespace }, manifest, { dryRun })
}

function manifestOf<Order extends Ordered>(
  { namespace }: Pick<ResourceContext, 'namespace'>,
  { resource }: Creation<Order>,
  { name, labels = {}, spec }: Order,
): Manifest {
  const metadata = { name, namespace, ...(Object.keys(labels).length > 0 && { labels: { ...labels } }) }
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, spec }
}

async function dryRun<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace'>,
  creation: Creation<Order>,
  manifest: Manifest,
): Promise<readonly FieldProblem[]> {
  try {
    await createObject(context, creation, manifest, true)
    return []
  } catch (error) {
    if (isAlreadyThere(error)) return [{ field: 'name', message: `a ${creation.kind} of this name exists already` }]
    if (error instanceof GardenError && error.kind === 'invalid') return [{ field: 'spec', message: error.because }]
    throw error
  }
}

/** What a form shows before anything is made. */
export interface CreationPreview {
  /** Null while the form is not filled. */
  readonly yaml: string | null
  readonly problems: readonly FieldProblem[]
  /** Why the sender may not grant the access that it gives, a sentence; null when they may, or it gives none. */
  readonly refusal: string | null
}

/** What creating it would say; the reason need not be there yet. Writes nothing. Throws RefusedError, GardenError. */
export async function previewCreation<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace' | 'grants'>,
  creation: Creation<Order>,
  { user, signedInAt, input }: Omit<ProvedCall, 'requestId'>,
): Promise<CreationPreview> {
  requireVerb(creation.verb, user)
  const said = typeof input === 'object' && input !== null ? { ...input, reason: 'preview', ticket: null } : input
  const read = parseFields(creation.input, said)
  if ('problems' in read) return { yaml: null, problems: read.problems, refusal: null }
  requireRoleFor(user, creation.neededRole(read.order))
  const { yaml, problems } = await planCreation(context, creation, read.order)
  const refusal = creation.grantsAccess(read.order) ? await context.grants.obstacle({ user, signedInAt }) : null
  return { yaml, problems, refusal }
}

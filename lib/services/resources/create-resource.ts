import { stringify } from 'yaml'
import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'
import { isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type Resource } from '#lib/garden/resources/resource.ts'
import { type ResourceVerb, resourceTarget, resourceTargets } from '#lib/hap/audit/target.ts'
import { type FieldProblem, problemsText } from '#lib/operators/api/validate-cluster.ts'
import { audited, invalidDetail, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { parseFields, readableInput } from './order-input.ts'
import {
  attemptOf,
  failedWriteOutcome,
  isObjectRefused,
  type ProvedCall,
  type ResourceContext,
  recordGrant,
  requireRoleFor,
  requireVerb,
} from './resource-call.ts'

/** The fields of every order of a new object. */
interface Ordered {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly spec: object
  readonly reason: string
  readonly ticket: string | null
}

/** How objects of one kind are created. */
export interface Creation<Order extends Ordered> {
  readonly verb: Extract<ResourceVerb, `create-${string}`>
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly resource: Resource
  readonly input: z.ZodType<Order>
  /** The role that this order needs. */
  neededRole(order: Order): Role
  /** Whether this order grants access to a cluster. */
  grantsAccess(order: Order): boolean
  /** The global account of the order; null for none. */
  globalAccount(order: Order): string | null
  /** Rules that the schema cannot express. */
  validate(order: Order): readonly FieldProblem[]
}

/** The object that is sent to the server. */
interface Manifest extends KubeObject {
  readonly spec: object
}

export type CreateResult =
  | { readonly kind: 'created'; readonly name: string }
  | { readonly kind: 'invalid'; readonly problems: readonly FieldProblem[] }

/**
 * Creates an object: authorises, validates, requires a recent sign-in if it grants access, checks
 * our rules, does a dry run, then writes between two audit records. Throws RefusedError,
 * AuditError, GardenError.
 */
export async function createResource<Order extends Ordered>(
  context: ResourceContext,
  creation: Creation<Order>,
  call: ProvedCall,
): Promise<CreateResult> {
  const { verb, kind } = creation
  const fields = readableInput(call.input)
  const about = fields.name === null ? [] : [resourceTarget(kind, context.namespace, fields.name)]
  const attempt = { ...attemptOf(verb, call, about), reason: fields.reason, ticket: fields.ticket }
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
        throw new RefusedError(409, `${name} was just created by another user. Choose another name.`)
      throw error
    }
    const noted = grants ? await recordGrant(context, call, draft.action) : null
    const detail = ['The operator will process it.', ...(noted === null ? [] : [noted])].join(' ')
    return { outcome: 'accepted', detail, result: { kind: 'created', name } } as const
  }
  return audited(context.audit, draft, act, failedWriteOutcome)
}

/** An object to create, and its problems. */
interface CreationPlan {
  readonly manifest: Manifest
  readonly yaml: string
  readonly problems: readonly FieldProblem[]
}

/** Checks an order against our rules, then with a dry run. Writes nothing. Throws GardenError. */
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

/** Creates the object, or lets the server validate it with `dryRun`. Throws GardenError. */
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
    if (isAlreadyThere(error)) return [{ field: 'name', message: `a ${creation.kind} with this name already exists` }]
    if (isObjectRefused(error)) return [{ field: 'spec', message: error.because }]
    throw error
  }
}

/** The preview of a form. */
export interface CreationPreview {
  /** Null while the form is incomplete. */
  readonly yaml: string | null
  readonly problems: readonly FieldProblem[]
  /**
   * Why the user may not grant the access of this order, as a sentence; null if they may, or it
   * grants none.
   */
  readonly refusal: string | null
}

/**
 * Previews the creation of an object; the reason may be missing. Writes nothing. Throws
 * RefusedError, GardenError.
 */
export async function previewCreation<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace' | 'grants'>,
  creation: Creation<Order>,
  { user, signedInAt, input }: Omit<ProvedCall, 'requestId'>,
): Promise<CreationPreview> {
  requireVerb(creation.verb, user)
  const preview = typeof input === 'object' && input !== null ? { ...input, reason: 'preview', ticket: null } : input
  const read = parseFields(creation.input, preview)
  if ('problems' in read) return { yaml: null, problems: read.problems, refusal: null }
  requireRoleFor(user, creation.neededRole(read.order))
  const { yaml, problems } = await planCreation(context, creation, read.order)
  const refusal = creation.grantsAccess(read.order) ? await context.grants.obstacle({ user, signedInAt }) : null
  return { yaml, problems, refusal }
}

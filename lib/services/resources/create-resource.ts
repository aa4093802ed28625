import { isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import { resourceTarget, resourceTargets } from '#lib/hap/audit/target.ts'
import { type FieldProblem, problemsText } from '#lib/operators/api/field-problem.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { notValid } from '#lib/services/audit/not-valid.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { attemptOf, requireRoleFor, requireVerb } from './authorised.ts'
import { brokenWrite } from './broken-write.ts'
import type { Creation, Ordered } from './creation.ts'
import { createObject, planCreation } from './plan-creation.ts'
import { readOrder } from './read-order.ts'
import { recordGrant } from './record-grant.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'
import { saidAnyway } from './said-anyway.ts'

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
  const said = saidAnyway(call.input)
  const about = said.name === null ? [] : [resourceTarget(kind, context.namespace, said.name)]
  const attempt = { ...attemptOf(verb, call, about), reason: said.reason, ticket: said.ticket }
  await recorded(context, attempt, () => requireVerb(verb, call.user))
  const read = readOrder(creation.input, call.input)
  if ('problems' in read) {
    await context.audit.refused(attempt, notValid(read.problems.map(({ field, message }) => `${field}: ${message}`)))
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
  return audited(context.audit, draft, act, brokenWrite)
}

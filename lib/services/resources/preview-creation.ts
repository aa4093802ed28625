import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import { requireRoleFor, requireVerb } from './authorised.ts'
import type { Creation, Ordered } from './creation.ts'
import { planCreation } from './plan-creation.ts'
import { readOrder } from './read-order.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'

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
  const read = readOrder(creation.input, said)
  if ('problems' in read) return { yaml: null, problems: read.problems, refusal: null }
  requireRoleFor(user, creation.neededRole(read.order))
  const { yaml, problems } = await planCreation(context, creation, read.order)
  const refusal = creation.grantsAccess(read.order) ? await context.grants.obstacle({ user, signedInAt }) : null
  return { yaml, problems, refusal }
}

import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import { readOrder } from '#lib/services/resources/read-order.ts'
import { saidAnyway } from '#lib/services/resources/said-anyway.ts'
import { requireVerb } from './authorised.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { legibleAccess } from './legible-access.ts'
import { accessOf, clusterNamed, planRequest, refusedRules } from './plan-request.ts'
import { requestHints } from './request-hints.ts'
import { RequestInput } from './request-input.ts'

/** What a form shows before anything is made. */
export interface RequestPreview {
  /** Null while the form is not filled. */
  readonly yaml: string | null
  readonly problems: readonly FieldProblem[]
  /** What will not work as asked for, though it may be created. */
  readonly hints: readonly FieldProblem[]
  /** Why the sender may not grant access, a sentence; null when they may. */
  readonly refusal: string | null
}

/** What creating it would say; the reason need not be there yet. Writes nothing. Throws RefusedError, GardenError. */
export async function previewRequest(
  context: KubeconfigContext,
  { user, signedInAt, input }: Omit<KubeconfigCall, 'requestId'>,
): Promise<RequestPreview> {
  requireVerb('create', user)
  const said = typeof input === 'object' && input !== null ? { ...input, reason: 'preview', ticket: null } : input
  const read = readOrder(RequestInput, said)
  const refusal = await context.grants.obstacle({ user, signedInAt })
  // Policy is told of rules that can be read though something else cannot yet.
  if ('problems' in read) {
    const access = legibleAccess(input)
    const { cluster } = saidAnyway(input).spec
    // What is wrong is told also where nobody can be asked about the cluster.
    const known = cluster === null ? null : await clusterNamed(context, cluster).catch(nullWhenAway)
    const hints = requestHints(access, known)
    return { yaml: null, problems: [...read.problems, ...refusedRules(context, access)], hints, refusal }
  }
  const { yaml, problems, cluster } = await planRequest(context, read.order)
  return { yaml, problems, hints: requestHints(accessOf(read.order), cluster), refusal }
}

function nullWhenAway(error: unknown): null {
  if (error instanceof GardenError) return null
  throw error
}

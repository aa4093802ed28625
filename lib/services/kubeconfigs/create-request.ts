import { isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import { clusterTarget, kubeconfigTarget } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequestSpec } from '#lib/operators/api/kubeconfig-request.ts'
import { type FieldProblem, problemsText } from '#lib/operators/api/validate-cluster.ts'
import { audited, invalidDetail, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { parseFields, readableInput } from '#lib/services/resources/order-input.ts'
import { failedWriteOutcome, recordGrant } from '#lib/services/resources/resource-call.ts'
import type { IntentDraft, JsonValue } from '#lib/store/audit/entry.ts'
import { attemptOf, type KubeconfigCall, type KubeconfigContext, requireVerb } from './kubeconfig-context.ts'
import { createRequestObject, planRequest } from './plan-request.ts'
import { RequestInput } from './request-input.ts'

type CreateResult =
  | { readonly kind: 'created'; readonly name: string }
  | { readonly kind: 'invalid'; readonly problems: readonly FieldProblem[] }

/**
 * Requests access to a cluster, after a recent sign-in. Rules that the operator would leave out by
 * policy are refused here. Throws RefusedError, AuditError, GardenError.
 */
export async function createRequest(context: KubeconfigContext, call: KubeconfigCall): Promise<CreateResult> {
  const attempt = attemptAt(context, call)
  await recorded(context, attempt, () => requireVerb('create', call.user))
  const read = parseFields(RequestInput, call.input)
  if ('problems' in read) {
    await context.audit.refused(
      attempt,
      invalidDetail(read.problems.map(({ field, message }) => `${field}: ${message}`)),
    )
    return { kind: 'invalid', problems: read.problems }
  }
  const { name, spec, reason, ticket } = read.order
  const { namespace } = context
  const draft = {
    ...attempt,
    targets: [kubeconfigTarget(namespace, name), clusterTarget(namespace, spec.cluster)],
    reason,
    ticket,
    after: specForAudit(spec),
  }
  await recorded(context, draft, () => context.grants.require(call))
  const { manifest, problems } = await planRequest(context, read.order)
  if (problems.length > 0) {
    await context.audit.refused(draft, problemsText(problems).slice(0, 1_000))
    return { kind: 'invalid', problems }
  }
  const act = async () => {
    try {
      await createRequestObject(context, manifest, false)
    } catch (error) {
      if (isAlreadyThere(error))
        throw new RefusedError(409, `Somebody else has just created ${name}. Choose another name.`)
      throw error
    }
    const noted = await recordGrant(context, call, draft.action)
    const detail = ['The operator was asked for a kubeconfig.', ...(noted === null ? [] : [noted])].join(' ')
    return { outcome: 'accepted', detail, result: { kind: 'created', name } } as const
  }
  return audited(context.audit, draft, act, failedWriteOutcome)
}

/** The audit record of an attempt that may be refused before its input is parsed. */
function attemptAt({ namespace }: Pick<KubeconfigContext, 'namespace'>, call: KubeconfigCall): IntentDraft {
  const { name, spec, reason, ticket } = readableInput(call.input)
  const targets = [
    ...(name === null ? [] : [kubeconfigTarget(namespace, name)]),
    ...(spec.cluster === null ? [] : [clusterTarget(namespace, spec.cluster)]),
  ]
  return { ...attemptOf('create', call, targets), reason, ticket }
}

/** The spec of a request, for the audit record. */
export function specForAudit(spec: Omit<KubeconfigRequestSpec, 'output'>): JsonValue {
  return JSON.parse(JSON.stringify(spec)) as JsonValue
}

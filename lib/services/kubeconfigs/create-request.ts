import { stringify } from 'yaml'
import { GardenError, isAlreadyThere, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf } from '#lib/garden/resources/resource.ts'
import type { RequestedAccess } from '#lib/hap/access/access-rule.ts'
import type { DangerCode } from '#lib/hap/access/dangers.ts'
import { judgeRules } from '#lib/hap/access/judge-rules.ts'
import { clusterTarget, kubeconfigTarget } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest, KubeconfigRequestSpec } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { type FieldProblem, problemsText } from '#lib/operators/api/validate-cluster.ts'
import { audited, invalidDetail, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { parseFields, readableInput } from '#lib/services/resources/order-input.ts'
import { failedWriteOutcome, isObjectRefused, recordGrant } from '#lib/services/resources/resource-call.ts'
import type { IntentDraft, JsonValue } from '#lib/store/audit/entry.ts'
import { attemptOf, type KubeconfigCall, type KubeconfigContext, requireVerb } from './kubeconfig-context.ts'
import { parseLegibleAccess, RequestInput, type RequestOrder, requestHints } from './request-input.ts'

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
        throw new RefusedError(409, `${name} was just created by another user. Choose another name.`)
      throw error
    }
    const noted = await recordGrant(context, call, draft.action)
    const detail = ['A kubeconfig was requested.', ...(noted === null ? [] : [noted])].join(' ')
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

/** A request to create, and its problems. */
interface RequestPlan {
  readonly manifest: Draft
  readonly yaml: string
  readonly problems: readonly FieldProblem[]
  /** Null if there is no Cluster of that name. */
  readonly cluster: Cluster | null
}

type Draft = KubeObject & Pick<RequestOrder, 'spec'>
type Asked = Pick<RequestOrder, 'name' | 'spec'>

/**
 * Checks a request against the policy, its cluster, and a dry run. Writes nothing. Throws
 * GardenError.
 */
async function planRequest(context: KubeconfigContext, asked: Asked): Promise<RequestPlan> {
  const manifest = manifestOf(context, asked)
  const yaml = stringify(manifest, { lineWidth: 0 })
  const problems = refusedRules(context, accessOf(asked))
  const cluster = await findCluster(context, asked.spec.cluster)
  if (cluster === null)
    problems.push({ field: 'spec.cluster', message: `there is no Cluster of this name in ${context.namespace}` })
  if (problems.length === 0) problems.push(...(await dryRun(context, manifest)))
  return { manifest, yaml, problems, cluster }
}

/** The rules that the policy refuses, each at the field that causes it. */
function refusedRules(
  { exceptions, namespace }: Pick<KubeconfigContext, 'exceptions' | 'namespace'>,
  asked: RequestedAccess,
): FieldProblem[] {
  return judgeRules(asked, exceptions.get(namespace)).denials.map(({ path, code, what, why }) => ({
    field: `${path}${FIELDS_AT_FAULT[code] ?? ''}`,
    message: `${what} is refused, because ${why}`,
  }))
}

const FIELDS_AT_FAULT: Partial<Record<DangerCode, string>> = {
  'wildcard-verbs': '.verbs',
  'wildcard-groups': '.apiGroups',
  'wildcard-resources': '.resources',
}

/** The rules of a request. */
function accessOf({ spec }: Pick<Asked, 'spec'>): RequestedAccess {
  return { clusterRules: spec.clusterRole?.rules ?? [], role: spec.role ?? null }
}

function manifestOf({ namespace }: Pick<KubeconfigContext, 'namespace'>, { name, spec }: Asked): Draft {
  return {
    apiVersion: apiVersionOf(KUBECONFIG_REQUESTS),
    kind: KUBECONFIG_REQUESTS.kind,
    metadata: { name, namespace },
    spec,
  }
}

/** Creates the request, or lets the server validate it with `dryRun`. Throws GardenError. */
function createRequestObject(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  manifest: Draft,
  dryRun: boolean,
): Promise<KubeconfigRequest> {
  return control.create<KubeconfigRequest>(
    { resource: KUBECONFIG_REQUESTS, namespace },
    manifest as unknown as KubeconfigRequest,
    { dryRun },
  )
}

/** Returns a Cluster by its name, or null. Throws GardenError. */
function findCluster(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<Cluster | null> {
  return nullIfNotFound(control.get<Cluster>({ resource: CLUSTERS, namespace, name }))
}

async function dryRun(context: KubeconfigContext, manifest: Draft): Promise<readonly FieldProblem[]> {
  try {
    await createRequestObject(context, manifest, true)
    return []
  } catch (error) {
    if (isAlreadyThere(error)) return [{ field: 'name', message: 'a request with this name already exists' }]
    if (isObjectRefused(error)) return [{ field: 'spec', message: error.because }]
    throw error
  }
}

/** The preview of a form. */
export interface RequestPreview {
  /** Null while the form is incomplete. */
  readonly yaml: string | null
  readonly problems: readonly FieldProblem[]
  /** Rules without effect and rules that reach further than they state, although the request can be created. */
  readonly hints: readonly FieldProblem[]
  /** Why the user may not grant access, as a sentence; null if they may. */
  readonly refusal: string | null
}

/**
 * Previews the creation of a request; the reason may be missing. Writes nothing. Throws
 * RefusedError, GardenError.
 */
export async function previewRequest(
  context: KubeconfigContext,
  { user, signedInAt, input }: Omit<KubeconfigCall, 'requestId'>,
): Promise<RequestPreview> {
  requireVerb('create', user)
  const preview = typeof input === 'object' && input !== null ? { ...input, reason: 'preview', ticket: null } : input
  const read = parseFields(RequestInput, preview)
  const refusal = await context.grants.obstacle({ user, signedInAt })
  // The policy is checked for the rules that can be parsed, even if other fields are invalid.
  if ('problems' in read) {
    const access = parseLegibleAccess(input)
    const { cluster } = readableInput(input).spec
    // Other problems are reported even if the control plane does not answer.
    const known = cluster === null ? null : await findCluster(context, cluster).catch(nullWhenAway)
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

import { stringify } from 'yaml'
import { GardenError, isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import { orNull } from '#lib/garden/client/or-null.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf } from '#lib/garden/resources/resource.ts'
import type { AskedAccess } from '#lib/hap/access/access-rule.ts'
import type { DangerCode } from '#lib/hap/access/dangers.ts'
import { judgeRules } from '#lib/hap/access/judge-rules.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { parseFields, readableInput } from '#lib/services/resources/order-input.ts'
import { type KubeconfigCall, type KubeconfigContext, requireVerb } from './kubeconfig-context.ts'
import { parseLegibleAccess, RequestInput, type RequestOrder, requestHints } from './request-input.ts'

/** A request that is to be, and what speaks against it. */
interface RequestPlan {
  readonly manifest: Draft
  readonly yaml: string
  readonly problems: readonly FieldProblem[]
  /** Null where there is none of that name. */
  readonly cluster: Cluster | null
}

type Draft = KubeObject & Pick<RequestOrder, 'spec'>
type Asked = Pick<RequestOrder, 'name' | 'spec'>

/** Looks at what somebody asks for: policy, its cluster, and a dry run. Writes nothing. Throws GardenError. */
export async function planRequest(context: KubeconfigContext, asked: Asked): Promise<RequestPlan> {
  const manifest = manifestOf(context, asked)
  const yaml = stringify(manifest, { lineWidth: 0 })
  const problems = refusedRules(context, accessOf(asked))
  const cluster = await findCluster(context, asked.spec.cluster)
  if (cluster === null)
    problems.push({ field: 'spec.cluster', message: `there is no Cluster of this name in ${context.namespace}` })
  if (problems.length === 0) problems.push(...(await dryRun(context, manifest)))
  return { manifest, yaml, problems, cluster }
}

/** What policy refuses, each at the field whose words are at fault. */
function refusedRules(
  { exceptions, namespace }: Pick<KubeconfigContext, 'exceptions' | 'namespace'>,
  asked: AskedAccess,
): FieldProblem[] {
  return judgeRules(asked, exceptions.get(namespace) ?? new Set()).denials.map(({ path, code, what, why }) => ({
    field: `${path}${FIELDS_AT_FAULT[code] ?? ''}`,
    message: `${what} is refused, because ${why}`,
  }))
}

const FIELDS_AT_FAULT: Partial<Record<DangerCode, string>> = {
  'wildcard-verbs': '.verbs',
  'wildcard-groups': '.apiGroups',
  'wildcard-resources': '.resources',
}

/** The rules of what is asked for. */
function accessOf({ spec }: Pick<Asked, 'spec'>): AskedAccess {
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

/** Makes it, or with `dryRun` has the server check it. Throws GardenError. */
export function createRequestObject(
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

/** The Cluster of a name, or null. Throws GardenError. */
function findCluster(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<Cluster | null> {
  return orNull(control.get<Cluster>({ resource: CLUSTERS, namespace, name }))
}

async function dryRun(context: KubeconfigContext, manifest: Draft): Promise<readonly FieldProblem[]> {
  try {
    await createRequestObject(context, manifest, true)
    return []
  } catch (error) {
    if (isAlreadyThere(error)) return [{ field: 'name', message: 'a request of this name exists already' }]
    if (error instanceof GardenError && error.kind === 'invalid') return [{ field: 'spec', message: error.because }]
    throw error
  }
}

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
  const read = parseFields(RequestInput, said)
  const refusal = await context.grants.obstacle({ user, signedInAt })
  // Policy is told of rules that can be read though something else cannot yet.
  if ('problems' in read) {
    const access = parseLegibleAccess(input)
    const { cluster } = readableInput(input).spec
    // What is wrong is told also where nobody can be asked about the cluster.
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

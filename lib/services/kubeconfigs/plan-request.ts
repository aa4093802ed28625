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
import type { KubeconfigContext } from './kubeconfig-context.ts'
import type { RequestOrder } from './request-input.ts'

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
  const cluster = await clusterNamed(context, asked.spec.cluster)
  if (cluster === null)
    problems.push({ field: 'spec.cluster', message: `there is no Cluster of this name in ${context.namespace}` })
  if (problems.length === 0) problems.push(...(await tried(context, manifest)))
  return { manifest, yaml, problems, cluster }
}

/** What policy refuses, each at the field whose words are at fault. */
export function refusedRules(
  { exceptions, namespace }: Pick<KubeconfigContext, 'exceptions' | 'namespace'>,
  asked: AskedAccess,
): FieldProblem[] {
  return judgeRules(asked, exceptions.get(namespace) ?? new Set()).denials.map(({ path, code, what, why }) => ({
    field: `${path}${WORDS_AT_FAULT[code] ?? ''}`,
    message: `${what} is refused, because ${why}`,
  }))
}

const WORDS_AT_FAULT: Partial<Record<DangerCode, string>> = {
  'wildcard-verbs': '.verbs',
  'wildcard-groups': '.apiGroups',
  'wildcard-resources': '.resources',
}

/** The rules of what is asked for. */
export function accessOf({ spec }: Pick<Asked, 'spec'>): AskedAccess {
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
export function clusterNamed(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<Cluster | null> {
  return orNull(control.get<Cluster>({ resource: CLUSTERS, namespace, name }))
}

async function tried(context: KubeconfigContext, manifest: Draft): Promise<readonly FieldProblem[]> {
  try {
    await createRequestObject(context, manifest, true)
    return []
  } catch (error) {
    if (isAlreadyThere(error)) return [{ field: 'name', message: 'a request of this name exists already' }]
    if (error instanceof GardenError && error.kind === 'invalid') return [{ field: 'spec', message: error.because }]
    throw error
  }
}

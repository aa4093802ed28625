import { requireConfirmation } from '#embedded-garden/admission/metadata-plugins.ts'
import { type Cause, immutable, invalidValue, required, unsupported } from '#embedded-garden/http/status.ts'
import { ensureObject, equal, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

const spec = (object: KubeObject) => objectAt(object, 'spec')
const RBAC = 'rbac.authorization.k8s.io'

export const projects = defineResource({
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'projects',
  kind: 'Project',
  namespaced: false,
  document: 'gardener-core-v1beta1',
  schema: 'com.github.gardener.gardener.pkg.apis.core.v1beta1.Project',
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'Project', verbs: ['get', 'patch', 'update'] }],
  columns: [
    column('Namespace', project => stringAt(spec(project), 'namespace') || '<unspecified>', { format: 'name' }),
    column('Status', project => stringAt(objectAt(project, 'status'), 'phase') || '<unknown>', { format: 'name' }),
    column('Owner', project => stringAt(objectAt(spec(project), 'owner'), 'name') || '<unspecified>', {
      format: 'name',
    }),
    column('Creator', project => stringAt(objectAt(spec(project), 'createdBy'), 'name') || '<unspecified>', {
      format: 'name',
    }),
  ],
  strategy: {
    generation: true,
    selectable: ['spec.namespace'],
    fields: project => ({ 'spec.namespace': stringAt(spec(project), 'namespace') }),
    mutate: (project, previous, context) => {
      if (!previous) nameMembers(project, context)
    },
    validate: project =>
      objectsAt(spec(project), 'members').flatMap((member, i) =>
        stringAt(member, 'name') ? [] : [required(`spec.members[${i}].name`, 'name must not be empty')],
      ),
    validateUpdate: (next, previous) => {
      const [now, then] = [stringAt(spec(next), 'namespace'), stringAt(spec(previous), 'namespace')]
      return then && now !== then ? [immutable('spec.namespace', now)] : []
    },
    admitDelete: requireConfirmation,
  },
})

/** Sets the creator of a project and makes its owner a member (Gardener: ProjectMutator). */
function nameMembers(project: KubeObject, { user }: WriteContext): void {
  const projectSpec = ensureObject(project, 'spec')
  if (!isObject(projectSpec.createdBy)) projectSpec.createdBy = subjectOf(user.name)
  if (!isObject(projectSpec.owner)) projectSpec.owner = { ...objectAt(projectSpec, 'createdBy') }
  const owner = objectAt(projectSpec, 'owner')
  const members = objectsAt(projectSpec, 'members')
  const isMember = members.some(member => stringAt(member, 'name') === stringAt(owner, 'name'))
  if (!isMember) projectSpec.members = [...members, { ...owner, role: 'admin', roles: ['owner'] }]
}

function subjectOf(user: string): JsonObject {
  const [namespace, name] = /^system:serviceaccount:([^:]+):(.+)$/.exec(user)?.slice(1) ?? []
  if (namespace && name) return { kind: 'ServiceAccount', name, namespace }
  return { kind: 'User', apiGroup: RBAC, name: user }
}

const METRICS = new Set(['cpu', 'gpu', 'memory', 'storage.standard', 'storage.premium', 'loadbalancer'])
const SCOPES = [
  'core.gardener.cloud/v1beta1, Kind=Project',
  '/v1, Kind=Secret',
  'security.gardener.cloud/v1alpha1, Kind=WorkloadIdentity',
]
const SCOPE_KINDS = new Set([
  'core.gardener.cloud/v1beta1 Project',
  'v1 Secret',
  'security.gardener.cloud/v1alpha1 WorkloadIdentity',
])

const scope = (quota: KubeObject) => objectAt(spec(quota), 'scope')

export const quotas = defineResource({
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'quotas',
  kind: 'Quota',
  shortNames: ['squota'],
  namespaced: true,
  document: 'gardener-core-v1beta1',
  schema: 'com.github.gardener.gardener.pkg.apis.core.v1beta1.Quota',
  columns: [
    column('Scope', quota => `${stringAt(scope(quota), 'apiVersion')}.${stringAt(scope(quota), 'kind')}`, {
      format: 'name',
    }),
    column('Cluster Lifetime', quota => lifetime(spec(quota).clusterLifetimeDays), { format: 'name' }),
  ],
  strategy: {
    validate: validateQuota,
    validateUpdate: (next, previous) => [
      ...(equal(scope(next), scope(previous)) ? [] : [immutable('spec.scope', scope(next))]),
      ...validateQuota(next),
    ],
  },
})

function lifetime(days: unknown): string {
  return typeof days === 'number' ? `${days} days` : '<none>'
}

function validateQuota(quota: KubeObject): Cause[] {
  const causes: Cause[] = []
  const kind = `${stringAt(scope(quota), 'apiVersion')} ${stringAt(scope(quota), 'kind')}`
  if (!SCOPE_KINDS.has(kind)) causes.push(unsupported('spec.scope', kind, SCOPES))
  for (const [metric, value] of Object.entries(objectAt(spec(quota), 'metrics'))) {
    if (!METRICS.has(metric))
      causes.push(invalidValue(`spec.metrics[${metric}]`, value, `${metric} is no supported quota metric`))
    if (String(value).startsWith('-'))
      causes.push(invalidValue(`spec.metrics[${metric}]`, value, 'must be greater than or equal to 0'))
  }
  const days = spec(quota).clusterLifetimeDays
  if (typeof days === 'number' && days < 1)
    causes.push(invalidValue('spec.clusterLifetimeDays', days, 'must be greater than 0'))
  return causes
}

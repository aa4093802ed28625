import { requireConfirmation } from '#embedded-garden/admission/deletion-confirmation.ts'
import { immutable, required } from '#embedded-garden/http/causes.ts'
import { ensureObject, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

const spec = (project: KubeObject) => objectAt(project, 'spec')
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

/** Who creates a project is named in it; its owner is a member (Gardener: ProjectMutator). */
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

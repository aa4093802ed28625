import { guardBinding, guardRole } from '#embedded-garden/admission/escalation.ts'
import { reviewSelf, reviewToken } from '#embedded-garden/auth/authentication-reviews.ts'
import { review, reviewRules } from '#embedded-garden/auth/authorization-reviews.ts'
import { type Cause, immutable, invalidValue, required, unsupported } from '#embedded-garden/http/status.ts'
import { equal, objectAt, objectsAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { Resource, SpecialHandler, Strategy } from '#embedded-garden/resource.ts'
import { ANY } from '#embedded-garden/schema/shape.ts'
import { pathSegmentProblems } from '#embedded-garden/selectors/names.ts'
import { ageColumn, column, NAME, PLAIN_COLUMNS } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

const GROUP = 'rbac.authorization.k8s.io'
const SCHEMA = 'io.k8s.api.rbac.v1.'
const SUBJECT_KINDS = ['ServiceAccount', 'User', 'Group']

const subjects = (kind: string) => (binding: KubeObject) =>
  objectsAt(binding, 'subjects')
    .filter(subject => subject.kind === kind)
    .map(subject => [stringAt(subject, 'namespace'), stringAt(subject, 'name')].filter(Boolean).join('/'))
    .join(', ')

const ROLE_REF = {
  RoleBinding:
    'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
  ClusterRoleBinding:
    'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
}

function bindingColumns(kind: 'RoleBinding' | 'ClusterRoleBinding') {
  const here = `in the ${kind === 'RoleBinding' ? 'roleBinding' : 'clusterRoleBinding'}`
  return [
    NAME,
    column(
      'Role',
      binding => `${stringAt(objectAt(binding, 'roleRef'), 'kind')}/${stringAt(objectAt(binding, 'roleRef'), 'name')}`,
      { description: ROLE_REF[kind] },
    ),
    ageColumn('string'),
    column('Users', subjects('User'), { priority: 1, description: `Users ${here}` }),
    column('Groups', subjects('Group'), { priority: 1, description: `Groups ${here}` }),
    column('ServiceAccounts', subjects('ServiceAccount'), { priority: 1, description: `ServiceAccounts ${here}` }),
  ]
}

function roleKind(kind: 'Role' | 'ClusterRole'): Resource {
  return defineResource({
    ...group(kind),
    allColumns: PLAIN_COLUMNS,
    strategy: {
      ...common,
      validate: role => ruleCauses(role, kind),
      validateUpdate: role => ruleCauses(role, kind),
      admit: guardRole,
    },
  })
}

function bindingKind(kind: 'RoleBinding' | 'ClusterRoleBinding'): Resource {
  return defineResource({
    ...group(kind),
    allColumns: bindingColumns(kind),
    strategy: {
      ...common,
      defaults: defaultGroups,
      validate: binding => bindingCauses(binding, kind),
      validateUpdate: (next, previous) => [
        ...(equal(next.roleRef, previous.roleRef)
          ? []
          : [{ ...immutable('roleRef', next.roleRef), message: 'Invalid value: cannot change roleRef' }]),
        ...bindingCauses(next, kind),
      ],
      admit: guardBinding,
    },
  })
}

const common: Strategy = { unconditionalUpdate: true, createOnUpdate: true, nameProblems: pathSegmentProblems }

function group(kind: string) {
  const namespaced = !kind.startsWith('Cluster')
  const plural = `${kind.toLowerCase()}s`
  return { group: GROUP, version: 'v1', plural, kind, namespaced, document: 'rbac-v1', schema: SCHEMA + kind } as const
}

export const roles = roleKind('Role')
export const clusterRoles = roleKind('ClusterRole')
export const roleBindings = bindingKind('RoleBinding')
export const clusterRoleBindings = bindingKind('ClusterRoleBinding')

function defaultGroups(binding: KubeObject): void {
  const ref = objectAt(binding, 'roleRef')
  if (!stringAt(ref, 'apiGroup')) ref.apiGroup = GROUP
  for (const subject of objectsAt(binding, 'subjects'))
    if (!stringAt(subject, 'apiGroup') && stringAt(subject, 'kind') !== 'ServiceAccount') subject.apiGroup = GROUP
}

function ruleCauses(role: KubeObject, kind: 'Role' | 'ClusterRole'): Cause[] {
  return objectsAt(role, 'rules').flatMap((rule, i) => {
    const field = `rules[${i}]`
    const causes: Cause[] = []
    const urls = stringsAt(rule, 'nonResourceURLs')
    if (stringsAt(rule, 'verbs').length === 0)
      causes.push(required(`${field}.verbs`, 'verbs must contain at least one value'))
    if (urls.length > 0) {
      if (kind === 'Role')
        causes.push(
          invalidValue(`${field}.nonResourceURLs`, urls, 'namespaced rules cannot apply to non-resource URLs'),
        )
      if (stringsAt(rule, 'resources').length > 0)
        causes.push(
          invalidValue(
            `${field}.nonResourceURLs`,
            urls,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        )
      return causes
    }
    if (stringsAt(rule, 'apiGroups').length === 0)
      causes.push(required(`${field}.apiGroups`, 'resource rules must supply at least one api group'))
    if (stringsAt(rule, 'resources').length === 0)
      causes.push(required(`${field}.resources`, 'resource rules must supply at least one resource'))
    return causes
  })
}

function bindingCauses(binding: KubeObject, kind: 'RoleBinding' | 'ClusterRoleBinding'): Cause[] {
  const ref = objectAt(binding, 'roleRef')
  const kinds = kind === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole']
  const causes: Cause[] = []
  if (stringAt(ref, 'apiGroup') !== GROUP)
    causes.push(unsupported('roleRef.apiGroup', stringAt(ref, 'apiGroup'), [GROUP]))
  if (!kinds.includes(stringAt(ref, 'kind'))) causes.push(unsupported('roleRef.kind', stringAt(ref, 'kind'), kinds))
  if (!stringAt(ref, 'name')) causes.push(required('roleRef.name'))
  for (const [i, subject] of objectsAt(binding, 'subjects').entries()) {
    const field = `subjects[${i}]`
    if (!stringAt(subject, 'name')) causes.push(required(`${field}.name`))
    if (!SUBJECT_KINDS.includes(stringAt(subject, 'kind')))
      causes.push(unsupported(`${field}.kind`, stringAt(subject, 'kind'), SUBJECT_KINDS))
    if (
      stringAt(subject, 'kind') === 'ServiceAccount' &&
      kind === 'ClusterRoleBinding' &&
      !stringAt(subject, 'namespace')
    )
      causes.push(required(`${field}.namespace`))
  }
  return causes
}

const AUTHORIZATION = 'authorization.k8s.io'
const AUTHENTICATION = 'authentication.k8s.io'

/** A kind with create only, whose objects are not stored. */
function reviewKind(
  group: string,
  plural: string,
  kind: string,
  namespaced: boolean,
  create: SpecialHandler,
): Resource {
  return {
    group,
    version: 'v1',
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    categories: [],
    verbs: ['create'],
    storage: `${plural}.${group}`,
    aggregated: false,
    custom: null,
    shape: ANY,
    schemaName: '',
    strategy: {},
    statusSubresource: false,
    subresources: [],
    columns: [],
    conversion: null,
    special: { create },
  }
}

export const REVIEWS: readonly Resource[] = [
  reviewKind(AUTHENTICATION, 'tokenreviews', 'TokenReview', false, reviewToken),
  reviewKind(AUTHENTICATION, 'selfsubjectreviews', 'SelfSubjectReview', false, reviewSelf),
  reviewKind(AUTHORIZATION, 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', false, context =>
    review(context, 'self'),
  ),
  reviewKind(AUTHORIZATION, 'subjectaccessreviews', 'SubjectAccessReview', false, context => review(context, 'other')),
  reviewKind(AUTHORIZATION, 'localsubjectaccessreviews', 'LocalSubjectAccessReview', true, context =>
    review(context, 'local'),
  ),
  reviewKind(AUTHORIZATION, 'selfsubjectrulesreviews', 'SelfSubjectRulesReview', false, reviewRules),
]

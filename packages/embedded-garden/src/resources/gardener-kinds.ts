import { setExtensionLabels } from '#embedded-garden/admission/metadata-plugins.ts'
import { type Cause, duplicate, immutable, invalidValue, required } from '#embedded-garden/http/status.ts'
import { equal, objectAt, objectsAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { type KubeObject, nameOf, namespaceOf, uidOf } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'
import { mergeStringData } from './secret.ts'

const GROUP = { group: 'core.gardener.cloud', version: 'v1beta1', document: 'gardener-core-v1beta1' } as const
const SCHEMA = 'com.github.gardener.gardener.pkg.apis.core.v1beta1.'
const spec = (object: KubeObject) => objectAt(object, 'spec')

/** Kinds that shoots refer to. The garden stores them with defaults and little validation. */
export const cloudProfiles = defineResource({
  ...GROUP,
  plural: 'cloudprofiles',
  kind: 'CloudProfile',
  schema: `${SCHEMA}CloudProfile`,
  shortNames: ['cprofile', 'cpfl'],
  namespaced: false,
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'CloudProfile', verbs: ['get', 'patch', 'update'] }],
  columns: [column('Type', profile => stringAt(spec(profile), 'type'), { format: 'name' })],
  strategy: {
    defaults: profile => {
      for (const image of objectsAt(spec(profile), 'machineImages')) {
        image.updateStrategy ??= 'major'
        for (const version of objectsAt(image, 'versions')) {
          version.cri ??= [{ name: 'containerd' }]
          version.architectures ??= ['amd64']
        }
      }
      for (const type of objectsAt(spec(profile), 'machineTypes')) {
        type.usable ??= true
        type.architecture ??= 'amd64'
      }
      for (const type of objectsAt(spec(profile), 'volumeTypes')) type.usable ??= true
    },
    mutate: profile => setExtensionLabels(profile, [['provider', stringAt(spec(profile), 'type')]]),
  },
})

export const controllerRegistrations = defineResource({
  ...GROUP,
  plural: 'controllerregistrations',
  kind: 'ControllerRegistration',
  schema: `${SCHEMA}ControllerRegistration`,
  shortNames: ['ctrlreg'],
  categories: ['all'],
  namespaced: false,
  strategy: {
    generation: true,
    defaults: registration => {
      for (const resource of objectsAt(spec(registration), 'resources')) {
        resource.primary ??= true
        if (resource.kind !== 'Extension') continue
        resource.reconcileTimeout ??= '3m0s'
        resource.lifecycle ??= {
          reconcile: 'AfterKubeAPIServer',
          delete: 'BeforeKubeAPIServer',
          migrate: 'BeforeKubeAPIServer',
        }
        resource.clusterCompatibility ??= ['shoot']
      }
    },
  },
})

/** The only kind in version v1 of the group. */
export const controllerDeployments = defineResource({
  group: 'core.gardener.cloud',
  version: 'v1',
  document: 'gardener-core-v1',
  plural: 'controllerdeployments',
  kind: 'ControllerDeployment',
  schema: 'com.github.gardener.gardener.pkg.apis.core.v1.ControllerDeployment',
  shortNames: ['ctrldeploy'],
  categories: ['all'],
  namespaced: false,
})

export const internalSecrets = defineResource({
  ...GROUP,
  plural: 'internalsecrets',
  kind: 'InternalSecret',
  schema: `${SCHEMA}InternalSecret`,
  shortNames: ['ins'],
  namespaced: true,
  strategy: { unconditionalUpdate: true, defaults: mergeStringData },
})

export const seeds = defineResource({
  ...GROUP,
  plural: 'seeds',
  kind: 'Seed',
  schema: `${SCHEMA}Seed`,
  namespaced: false,
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'Seed', verbs: ['get', 'patch', 'update'] }],
  columns: [
    column('Provider', seed => stringAt(objectAt(spec(seed), 'provider'), 'type'), { format: 'name' }),
    column('Region', seed => stringAt(objectAt(spec(seed), 'provider'), 'region'), { format: 'name' }),
  ],
  strategy: { generation: true },
})

const target = (identity: KubeObject) => objectAt(objectAt(identity, 'spec'), 'targetSystem')

export const workloadIdentities = defineResource({
  group: 'security.gardener.cloud',
  version: 'v1alpha1',
  plural: 'workloadidentities',
  kind: 'WorkloadIdentity',
  shortNames: ['wi'],
  namespaced: true,
  document: 'gardener-security-v1alpha1',
  schema: 'com.github.gardener.gardener.pkg.apis.security.v1alpha1.WorkloadIdentity',
  strategy: {
    inventsNames: true,
    mutate: identity => setExtensionLabels(identity, [['provider', stringAt(target(identity), 'type')]]),
    prepareForCreate: identity => {
      identity.status = {
        sub: `gardener.cloud:workloadidentity:${namespaceOf(identity)}:${nameOf(identity)}:${uidOf(identity)}`,
      }
    },
    prepareForUpdate: (next, previous) => {
      next.status = structuredClone(previous.status)
    },
    validate: validateIdentity,
    validateUpdate: (next, previous) => {
      const changed = !equal(target(next).type, target(previous).type)
      return [...(changed ? [immutable('spec.targetSystem.type', target(next).type)] : []), ...validateIdentity(next)]
    },
  },
})

function validateIdentity(identity: KubeObject): Cause[] {
  const causes: Cause[] = []
  const audiences = stringsAt(objectAt(identity, 'spec'), 'audiences')
  if (audiences.length === 0) causes.push(required('spec.audiences', 'must provide at least one audience'))
  for (const [i, audience] of audiences.entries()) {
    const field = `spec.audiences[${i}]`
    if (audience === '') causes.push(invalidValue(field, audience, 'must specify a non-empty audience'))
    else if (audiences.indexOf(audience) < i) causes.push(duplicate(field, audience))
  }
  const type = stringAt(target(identity), 'type')
  if (type === '') causes.push(required('spec.targetSystem.type', 'must not be empty'))
  if (type.includes(',')) causes.push(invalidValue('spec.targetSystem.type', type, 'must be a single type'))
  return causes
}

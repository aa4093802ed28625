import { setExtensionLabels } from '#embedded-garden/admission/extension-labels.ts'
import { duplicate, immutable, invalidValue, required } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { equal, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { type KubeObject, nameOf, namespaceOf, uidOf } from '#embedded-garden/object.ts'
import { defineResource } from './define.ts'

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

import { requestToken } from '#embedded-garden/auth/authentication-reviews.ts'
import { forbidden } from '#embedded-garden/http/errors.ts'
import { type Cause, invalidValue, required } from '#embedded-garden/http/status.ts'
import { arrayAt, ensureObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import {
  isTerminating,
  type KubeObject,
  labelsOf,
  metadataOf,
  nameOf,
  setMetadataMap,
} from '#embedded-garden/object.ts'
import { dnsLabelProblems } from '#embedded-garden/selectors/names.ts'
import { column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'
import { dataKeyCauses, immutableDataCauses } from './secret.ts'

const IMMORTAL = new Set(['default', 'kube-system', 'kube-public'])

export const namespaces = defineResource({
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  shortNames: ['ns'],
  namespaced: false,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.Namespace',
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'Namespace', verbs: ['get', 'patch', 'update'] }],
  columns: [
    column('Status', namespace => stringAt(objectAt(namespace, 'status'), 'phase'), {
      description: 'The status of the namespace',
    }),
  ],
  strategy: {
    unconditionalUpdate: true,
    nameProblems: dnsLabelProblems,
    selectable: ['status.phase'],
    fields: namespace => ({ 'status.phase': stringAt(objectAt(namespace, 'status'), 'phase') }),
    defaults: setNameLabel,
    prepareForCreate: namespace => {
      namespace.spec = { finalizers: ['kubernetes'] }
      namespace.status = { phase: 'Active' }
    },
    prepareForUpdate: (next, previous) => {
      next.spec = structuredClone(previous.spec)
    },
    validateStatus: next => {
      const phase = stringAt(objectAt(next, 'status'), 'phase')
      const expected = isTerminating(next) ? 'Terminating' : 'Active'
      return phase === expected ? [] : [invalidValue('status.Phase', phase, `may only be '${expected}' now`)]
    },
    admitDelete: (namespace, context) => {
      if (IMMORTAL.has(nameOf(namespace)))
        throw forbidden(context.resource, nameOf(namespace), 'this namespace may not be deleted')
    },
    beginDeletion: (namespace, now) => {
      if (isTerminating(namespace)) return true
      metadataOf(namespace).deletionTimestamp = now
      ensureObject(namespace, 'status').phase = 'Terminating'
      return true
    },
  },
})

function setNameLabel(namespace: KubeObject): void {
  const name = nameOf(namespace)
  if (name) setMetadataMap(namespace, 'labels', { ...labelsOf(namespace), 'kubernetes.io/metadata.name': name })
}

export const configMaps = defineResource({
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  shortNames: ['cm'],
  namespaced: true,
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.ConfigMap',
  columns: [
    column('Data', map => Object.keys(objectAt(map, 'data')).length + Object.keys(objectAt(map, 'binaryData')).length, {
      description:
        "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
    }),
  ],
  strategy: {
    unconditionalUpdate: true,
    validate: validateKeys,
    validateUpdate: (next, previous) => [
      ...immutableDataCauses(next, previous, ['data', 'binaryData']),
      ...validateKeys(next),
    ],
  },
})

function validateKeys(map: KubeObject) {
  const both = Object.keys(objectAt(map, 'binaryData')).filter(key => key in objectAt(map, 'data'))
  return [
    ...dataKeyCauses(map, 'data'),
    ...dataKeyCauses(map, 'binaryData'),
    ...both.map(key => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
  ]
}

export const serviceAccounts = defineResource({
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  shortNames: ['sa'],
  namespaced: true,
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.ServiceAccount',
  subresources: [
    { name: 'token', kind: 'TokenRequest', verbs: ['create'], group: 'authentication.k8s.io', version: 'v1' },
  ],
  special: { 'create/token': requestToken },
  columns: [
    column('Secrets', account => arrayAt(account, 'secrets').length, {
      description:
        'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
    }),
  ],
  strategy: { unconditionalUpdate: true, returnsDeleted: true },
})

const LIMITS = 'limits.'

export const resourceQuotas = defineResource({
  group: '',
  version: 'v1',
  plural: 'resourcequotas',
  kind: 'ResourceQuota',
  shortNames: ['quota'],
  namespaced: true,
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.ResourceQuota',
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'ResourceQuota', verbs: ['get', 'patch', 'update'] }],
  columns: [
    column('Request', quota => usage(quota, name => !name.startsWith(LIMITS)), {
      description: 'Request represents a minimum amount of cpu/memory that a container may consume.',
    }),
    column('Limit', quota => usage(quota, name => name.startsWith(LIMITS)), {
      description:
        'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
    }),
  ],
  strategy: { unconditionalUpdate: true, returnsDeleted: true },
})

/** The usage in the status, such as "cpu: 1/2, memory: 0/4Gi". */
function usage(quota: KubeObject, counted: (name: string) => boolean): string {
  const { hard, used } = {
    hard: objectAt(objectAt(quota, 'status'), 'hard'),
    used: objectAt(objectAt(quota, 'status'), 'used'),
  }
  return Object.keys(hard)
    .filter(counted)
    .sort()
    .map(name => `${name}: ${stringAt(used, name) || '0'}/${stringAt(hard, name)}`)
    .join(', ')
}

export const leases = defineResource({
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
  document: 'coordination-v1',
  schema: 'io.k8s.api.coordination.v1.Lease',
  columns: [
    column('Holder', lease => stringAt(objectAt(lease, 'spec'), 'holderIdentity'), {
      description:
        'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.',
    }),
  ],
  strategy: { createOnUpdate: true, validate: validateLease, validateUpdate: validateLease },
})

function validateLease(lease: KubeObject): Cause[] {
  const spec = objectAt(lease, 'spec')
  const causes: Cause[] = []
  const { leaseDurationSeconds: duration, leaseTransitions: transitions } = spec
  if (typeof duration === 'number' && duration <= 0)
    causes.push(invalidValue('spec.leaseDurationSeconds', duration, 'must be greater than 0'))
  if (typeof transitions === 'number' && transitions < 0)
    causes.push(invalidValue('spec.leaseTransitions', transitions, 'must be greater than or equal to 0'))
  if (stringAt(spec, 'preferredHolder') && !stringAt(spec, 'strategy'))
    causes.push(required('spec.strategy', 'must be given with preferredHolder'))
  return causes
}

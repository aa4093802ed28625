import { invalidValue } from '#embedded-garden/http/causes.ts'
import { forbidden } from '#embedded-garden/http/errors.ts'
import { ensureObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import {
  isTerminating,
  type KubeObject,
  labelsOf,
  metadataOf,
  nameOf,
  setMetadataMap,
} from '#embedded-garden/object.ts'
import { dnsLabelProblems } from '#embedded-garden/selectors/names.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

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

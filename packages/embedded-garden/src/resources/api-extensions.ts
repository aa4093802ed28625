import { definitionCauses, definitionUpdateCauses } from '#embedded-garden/crd/definition-causes.ts'
import { ensureObject, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { isTerminating, type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { column, PLAIN_COLUMNS } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

export const apiServices = defineResource({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  plural: 'apiservices',
  kind: 'APIService',
  namespaced: false,
  categories: ['api-extensions'],
  document: 'apiregistration-v1',
  schema: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'APIService', verbs: ['get', 'patch', 'update'] }],
  columns: [
    column('Service', service => serviceName(objectAt(objectAt(service, 'spec'), 'service')), {
      description: 'The reference to the service that hosts this API endpoint.',
    }),
    column('Available', service => availability(service), { description: 'Whether this service is available.' }),
  ],
})

function serviceName(service: KubeObject): string {
  return stringAt(service, 'name') ? `${stringAt(service, 'namespace')}/${stringAt(service, 'name')}` : 'Local'
}

function availability(service: KubeObject): string {
  const condition = objectsAt(objectAt(service, 'status'), 'conditions').find(
    candidate => candidate.type === 'Available',
  )
  const status = stringAt(condition, 'status') || 'Unknown'
  return status === 'True' ? status : `${status} (${stringAt(condition, 'reason')})`
}

/** Keeps a definition until its objects are deleted. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io'

export const customResourceDefinitions = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  namespaced: false,
  document: 'apiextensions-v1',
  schema: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  statusSubresource: true,
  subresources: [{ name: 'status', kind: 'CustomResourceDefinition', verbs: ['get', 'patch', 'update'] }],
  allColumns: PLAIN_COLUMNS,
  strategy: {
    generation: true,
    defaults: fillNames,
    prepareForCreate: definition => {
      definition.status = { ...ensureObject(definition, 'status'), storedVersions: storageVersions(definition) }
    },
    validate: definitionCauses,
    validateUpdate: definitionUpdateCauses,
    beginDeletion: (definition, now) => {
      if (isTerminating(definition)) return true
      Object.assign(metadataOf(definition), { deletionTimestamp: now, finalizers: [CLEANUP_FINALIZER] })
      setCondition(definition, {
        type: 'Terminating',
        status: 'True',
        lastTransitionTime: now,
        reason: 'InstanceDeletionPending',
        message: 'the definition is marked for deletion; its objects go first',
      })
      return true
    },
  },
})

function fillNames(definition: KubeObject): void {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  if (!names.singular && names.kind) names.singular = stringAt(names, 'kind').toLowerCase()
  if (!names.listKind && names.kind) names.listKind = `${stringAt(names, 'kind')}List`
  if (!isObject(spec.conversion)) spec.conversion = { strategy: 'None' }
}

function storageVersions(definition: KubeObject): string[] {
  const versions = objectsAt(objectAt(definition, 'spec'), 'versions')
  return versions.filter(version => version.storage === true).map(version => stringAt(version, 'name'))
}

/** Sets a condition in the status, by its type. */
export function setCondition(definition: KubeObject, condition: JsonObject): void {
  const status = ensureObject(definition, 'status')
  const others = objectsAt(status, 'conditions').filter(other => other.type !== condition.type)
  status.conditions = [...others, condition]
}

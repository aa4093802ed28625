import { objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
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

import { objectAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

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

/** "cpu: 1/2, memory: 0/4Gi" of what the status counts. */
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

import { immutable, invalidValue, unsupported } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { equal, objectAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

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

const spec = (quota: KubeObject) => objectAt(quota, 'spec')
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

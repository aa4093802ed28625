import { invalidValue, required } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

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

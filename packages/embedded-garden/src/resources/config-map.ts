import { invalidValue } from '#embedded-garden/http/causes.ts'
import { objectAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'
import { dataKeyCauses, immutableDataCauses } from './secret.ts'

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

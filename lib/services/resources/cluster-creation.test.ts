import { expect, test } from 'vitest'
import { CLUSTER_CREATION } from './cluster-creation.ts'
import { parseFields } from './order-input.ts'

const INFRASTRUCTURE = {
  provider: 'aws',
  machineType: 'm5.large',
  autoScalerMin: 1,
  autoScalerMax: 2,
  numberOfZones: 1,
  subscriptionSelector: 'shared',
}

function problemsWith(passedThrough: unknown) {
  const spec = {
    core: { region: 'eu-central-1' },
    extensions: passedThrough,
    infrastructure: { ...INFRASTRUCTURE, providerConfig: passedThrough },
  }
  const read = parseFields(CLUSTER_CREATION.input, { name: 'c-1', spec, reason: 'a test', ticket: null })
  return 'problems' in read ? read.problems : []
}

test('passed-through fields may be nested, up to a maximum depth', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`)
  expect(problemsWith(nested(40))).toEqual([])
  const message = 'must not have more than 50 levels'
  expect(problemsWith(nested(9_000)).toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
    { field: 'spec.extensions', message },
    { field: 'spec.infrastructure.providerConfig', message },
  ])
})

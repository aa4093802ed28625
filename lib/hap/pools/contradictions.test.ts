import { expect, test } from 'vitest'
import { contradictionsOf } from './contradictions.ts'
import { readLabels } from './labels.ts'

test.each([
  [{}, []],
  [{ tenantName: 'ga' }, []],
  [{ dirty: 'true', tenantName: 'ga' }, []],
  [{ internal: 'true', shared: 'true' }, []],
  [{ shared: 'true', dirty: 'true' }, ['shared-dirty']],
  [{ shared: 'true', tenantName: 'ga' }, ['shared-owned']],
  [{ shared: 'true', dirty: 'true', tenantName: 'ga' }, ['shared-dirty', 'shared-owned']],
  [{ internal: 'true', tenantName: 'ga' }, ['internal-owned']],
  [{ internal: 'true', shared: 'true', tenantName: 'ga' }, ['shared-owned']],
  [{ internal: 'true', dirty: 'true', tenantName: 'ga' }, []],
  [{ internal: 'true', dirty: 'held', tenantName: 'ga' }, []],
  [{ shared: 'held', dirty: 'held', tenantName: 'ga' }, []],
])('%j: %j', (labels, expected) => {
  expect(contradictionsOf(readLabels('CredentialsBinding', { hyperscalerType: 'aws', ...labels }))).toEqual(expected)
})

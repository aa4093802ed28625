import { expect, test } from 'vitest'
import { readLabels } from '../pools/labels.ts'
import { foundBy } from './found-by.ts'

const aws = { hyperscalerType: 'aws' }

test.each([
  [aws, 'claim'],
  [{ ...aws, shared: 'True' }, 'claim'],
  [{ ...aws, euAccess: 'true', internal: 'yes' }, 'claim'],
  [{ ...aws, tenantName: 'ga', shared: 'no' }, 'reuse'],
  [{ ...aws, shared: 'true', dirty: 'false' }, 'shared'],
  [{ ...aws, dirty: 'false' }, null],
  [{ ...aws, euAccess: 'false' }, null],
  [{ ...aws, tenantName: '' }, null],
  [{ tenantName: 'ga' }, null],
  [{ hyperscalerType: '', shared: 'true' }, null],
])('%j is found by %s', (labels, found) => {
  expect(foundBy(readLabels('CredentialsBinding', labels as Record<string, string>))).toBe(found)
})

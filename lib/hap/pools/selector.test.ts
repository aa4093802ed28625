import { describe, expect, test } from 'vitest'
import { readLabels } from './labels.ts'
import { anySelector, claimSelector, formatSelector, selects, sharedSelector, tenantSelector } from './selector.ts'

const plain = { hyperscalerType: 'aws', euAccess: false, shared: false }
const eu = { hyperscalerType: 'gcp_cf-sa30', euAccess: true, shared: true }

test.each([
  [tenantSelector(plain, 'ga-1'), 'hyperscalerType=aws,!euAccess,shared!=true,!dirty,tenantName=ga-1'],
  [claimSelector(plain), 'hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName'],
  [anySelector(eu), 'hyperscalerType=gcp_cf-sa30,euAccess=true,shared!=true,!dirty'],
  [sharedSelector(eu), 'hyperscalerType=gcp_cf-sa30,euAccess=true,shared=true'],
  [sharedSelector(plain), 'hyperscalerType=aws,!euAccess,shared=true'],
])('%j is formatted as %s, like KEB does', (selector, text) => {
  expect(formatSelector(selector)).toBe(text)
})

describe('matches like Kubernetes', () => {
  test.each([
    [claimSelector(plain), { hyperscalerType: 'aws' }, true],
    [claimSelector(plain), { hyperscalerType: 'aws', shared: 'false' }, true],
    [claimSelector(plain), { hyperscalerType: 'aws', dirty: 'false' }, false],
    [claimSelector(plain), { hyperscalerType: 'aws', tenantName: '' }, false],
    [claimSelector(plain), { hyperscalerType: 'aws_x' }, false],
    [tenantSelector(plain, ''), { hyperscalerType: 'aws', tenantName: '' }, true],
    [tenantSelector(plain, ''), { hyperscalerType: 'aws' }, false],
    [tenantSelector(plain, 'x,shared=true'), { hyperscalerType: 'aws', tenantName: 'x', shared: 'true' }, false],
    [sharedSelector(plain), { hyperscalerType: 'aws', shared: 'true', dirty: 'true', tenantName: 'ga' }, true],
    [sharedSelector(plain), { hyperscalerType: 'aws', shared: 'true', euAccess: 'false' }, false],
  ])('%j against %j: %j', (selector, labels, expected) => {
    expect(selects(selector, readLabels('CredentialsBinding', labels as unknown as Record<string, string>))).toBe(
      expected,
    )
  })
})

import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import type { BindingKind } from './binding.ts'
import {
  contradictionsOf,
  isLegalLabelValue,
  isPartOfHap,
  labelKey,
  labelProblems,
  labelValueProblem,
  misspelledLabels,
  readLabels,
} from './labels.ts'

function problems(labels: Readonly<Record<string, string>>, kind: BindingKind = 'CredentialsBinding') {
  const binding = bindingOf('a', labels, { kind })
  return labelProblems(binding, readLabels(kind, labels)).map(problem => `${problem.kind}: ${problem.words}`)
}

describe('readLabels', () => {
  test.each<[BindingKind, Record<string, string>, string | null, string | null]>([
    ['CredentialsBinding', { hyperscalerType: 'aws', tenantName: 'ga' }, 'aws', 'ga'],
    ['Secret', { 'hyperscaler-type': 'aws', 'tenant-name': 'ga' }, 'aws', 'ga'],
    ['SecretBinding', { 'hyperscaler-type': 'aws' }, 'aws', null],
    ['Secret', { hyperscalerType: 'aws' }, 'aws', null],
    ['CredentialsBinding', { hyperscalerType: 'aws', 'hyperscaler-type': 'gcp' }, 'aws', null],
    ['Secret', { hyperscalerType: 'aws', 'hyperscaler-type': 'gcp' }, 'gcp', null],
    ['CredentialsBinding', {}, null, null],
  ])('%s %j', (kind, labels, hyperscalerType, tenantName) => {
    expect(readLabels(kind, labels)).toMatchObject({ hyperscalerType, tenantName })
  })

  test('a label named like an object method is not a label of HAP', () => {
    expect(isPartOfHap(readLabels('CredentialsBinding', { toString: 'x', constructor: 'y' }))).toBe(false)
    expect(isPartOfHap(readLabels('CredentialsBinding', JSON.parse('{"__proto__": "aws"}')))).toBe(false)
  })

  test('writes the key of the kind', () => {
    expect(labelKey('Secret', 'tenantName')).toBe('tenant-name')
    expect(labelKey('Secret', 'dirty')).toBe('dirty')
    expect(labelKey('SecretBinding', 'tenantName')).toBe('tenantName')
  })
})

describe('labelProblems', () => {
  test.each<[Record<string, string>, readonly string[]]>([
    [{}, []],
    [{ app: 'other' }, []],
    [
      { hyperscalerType: 'aws', dirty: 'true', shared: 'true', euAccess: 'true', internal: 'true', tenantName: 'ga' },
      [],
    ],
    [{ shared: 'true' }, ['missing: hyperscalerType is missing']],
    [
      { shared: 'true', hyperscalertype: 'aws' },
      ['missing: hyperscalerType is missing; hyperscalertype=aws looks like it'],
    ],
    [{ hyperscalerType: 'aws_' }, ['illegal-value: hyperscalerType=aws_ is not a label value']],
    [{ hyperscalerType: 'aws', tenantName: '' }, ['illegal-value: tenantName is empty']],
    [{ hyperscalerType: 'aws', dirty: 'false' }, ['illegal-value: dirty=false, only true or no label is valid']],
    [{ hyperscalerType: 'aws', shared: 'True' }, ['illegal-value: shared=True, only true or no label is valid']],
    [
      { hyperscalerType: 'aws', euAccess: '', internal: '1' },
      [
        'illegal-value: internal=1, only true or no label is valid',
        'illegal-value: euAccess=, only true or no label is valid',
      ],
    ],
    [{ hyperscalerType: 'aws', 'hyperscaler-type': 'aws' }, []],
    [{ hyperscalerType: 'aws', 'hyperscaler-type': 'gcp' }, ['conflict: hyperscalerType=aws but hyperscaler-type=gcp']],
  ])('%j', (labels, expected) => {
    expect(problems(labels)).toEqual(expected)
  })

  test('a conflict is described in the vocabulary of the kind', () => {
    expect(problems({ hyperscalerType: 'aws', 'hyperscaler-type': 'gcp' }, 'Secret')).toEqual([
      'conflict: hyperscaler-type=gcp but hyperscalerType=aws',
    ])
  })
})

describe('isLegalLabelValue', () => {
  test.each([
    ['aws', true],
    ['openstack_eu-de-1', true],
    ['a.b_c-D9', true],
    ['x'.repeat(63), true],
    ['', false],
    ['x'.repeat(64), false],
    ['aws_', false],
    ['-aws', false],
    ['x,shared=true', false],
    ['a b', false],
    ['ä', false],
    ['a\n', false],
    ['*', false],
  ])('%j: %j', (value, legal) => {
    expect(isLegalLabelValue(value)).toBe(legal)
  })
})

test.each(['', '  ', 'cf-eu11', ' cf-eu11 ', 'a.b_c-1', 'x'.repeat(63)])('accepts the label value %j', text => {
  expect(labelValueProblem(text)).toBeUndefined()
})

test.each([
  ['x'.repeat(64), '64 characters; a label value has at most 63.'],
  ['x,shared=true', /^Not a label value/],
  ['münchen', /^Not a label value/],
  ['-a', /^Not a label value/],
  ['<script>', /^Not a label value/],
])('describes the problem of %j', (text, words) => {
  expect(labelValueProblem(text)).toMatch(words)
})

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
])('contradictions of %j: %j', (labels, expected) => {
  expect(contradictionsOf(readLabels('CredentialsBinding', { hyperscalerType: 'aws', ...labels }))).toEqual(expected)
})

test.each<[BindingKind, Record<string, string>, readonly string[]]>([
  ['CredentialsBinding', { hyperscalerType: 'aws', tenantname: 'ga' }, ['tenantname: tenantName']],
  ['CredentialsBinding', { hyperscalerType: 'aws', tennantName: 'ga' }, ['tennantName: tenantName']],
  [
    'CredentialsBinding',
    { hyperscalerType: 'aws', 'kyma-project.io/tenantName': 'ga' },
    ['kyma-project.io/tenantName: tenantName'],
  ],
  ['CredentialsBinding', { hyperscalerType: 'aws', 'tenant-name': 'ga' }, ['tenant-name: tenantName, read']],
  ['SecretBinding', { 'hyperscaler-type': 'aws' }, ['hyperscaler-type: hyperscalerType, read']],
  ['Secret', { 'hyperscaler-type': 'aws', tenantname: 'ga' }, ['tenantname: tenant-name']],
  [
    'CredentialsBinding',
    { hyperscalerType: 'aws', Dirty: 'true', euaccess: 'true' },
    ['Dirty: dirty', 'euaccess: euAccess'],
  ],
  ['Secret', { 'hyperscaler-type': 'aws', 'tenant-name': 'ga' }, []],
  ['Secret', { hyperscalerType: 'aws', tenantName: 'ga' }, []],
  ['CredentialsBinding', { hyperscalerType: 'aws', tenantName: 'ga', tenantname: 'other' }, []],
  ['CredentialsBinding', { hyperscalerType: 'aws', tenant: 'ga', Shared: 'team-a', 'x.io/internal': 'true' }, []],
  ['CredentialsBinding', { hyperscalertype: 'aws' }, []],
])('misspelledLabels of a %s with %j', (kind, labels, expected) => {
  const found = misspelledLabels({ kind, labels }, readLabels(kind, labels))
  expect(found.map(({ key, meant, isRead }) => `${key}: ${meant}${isRead ? ', read' : ''}`)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import { parseRule } from '../rules/parse-rule.ts'
import type { Rule } from '../rules/rule.ts'
import { policyOf } from '../semantics.ts'
import { isReconciler, ruleChanges } from './rule-changes.ts'

function rulesOf(texts: readonly string[]): readonly Rule[] {
  return texts.flatMap((text, index) => parseRule(text, index, policyOf('documented')).rule ?? [])
}

const changes = (before: readonly string[], after: readonly string[]) =>
  ruleChanges(rulesOf(before), rulesOf(after), DEFAULT_PLANS)

test('order, white space and the order of outputs change nothing', () => {
  expect(changes(['aws', 'gcp -> PR, EU'], ['gcp->EU,PR', 'aws()'])).toEqual([])
})

test('a rule with another target names both pools', () => {
  expect(
    changes(
      ['aws(PR=cf-eu11)', 'sap-converged-cloud -> HR'],
      ['aws(PR=cf-eu11) -> PR, EU', 'sap-converged-cloud -> S'],
    ),
  ).toEqual([
    {
      change: 'changed',
      before: 'aws(PR=cf-eu11)',
      after: 'aws(PR=cf-eu11) -> PR, EU',
      poolsBefore: ['aws'],
      poolsAfter: ['aws_cf-eu11 · EU'],
    },
    {
      change: 'changed',
      before: 'sap-converged-cloud -> HR',
      after: 'sap-converged-cloud -> S',
      poolsBefore: ['openstack_…'],
      poolsAfter: ['openstack · shared'],
    },
  ])
})

test('added and removed rules are listed; a plan of several providers has several pools', () => {
  expect(changes(['aws', 'trial'], ['aws', 'free -> S'])).toEqual([
    {
      change: 'added',
      before: null,
      after: 'free -> S',
      poolsBefore: [],
      poolsAfter: ['aws · shared', 'azure · shared'],
    },
    { change: 'removed', before: 'trial', after: null, poolsBefore: ['aws', 'azure', 'gcp'], poolsAfter: [] },
  ])
})

test.each([
  ['argocd-controller', 'Update', true],
  ['argocd-controller', 'Apply', true],
  ['kustomize-controller', 'Apply', true],
  ['helm', 'Update', true],
  ['Terraform', 'Update', true],
  ['kubectl-client-side-apply', 'Update', true],
  ['somebody-else', 'Apply', true],
  ['kubectl', 'Apply', true],
  ['kubectl-edit', 'Update', false],
  ['kubectl-patch', 'Update', false],
  ['Mozilla', 'Update', false],
  ['hap-console', 'Apply', false],
] as const)('%s by %s keeps what it wrote: %s', (name, operation, expected) => {
  expect(isReconciler({ name, operation })).toBe(expected)
})

import { expect, test } from 'vitest'
import { isKeeper } from './field-manager.ts'

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
  expect(isKeeper({ name, operation })).toBe(expected)
})

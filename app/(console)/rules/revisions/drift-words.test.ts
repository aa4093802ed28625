import { expect, test } from 'vitest'
import type { RulesDrift } from '#lib/queries/rules/drift.ts'
import { configMapWords, writeObstacle } from './drift-words.ts'

const place = { namespace: 'garden-x', name: 'hap-rules', key: 'hapRule.yaml' }
const differs = { kind: 'differs', hunks: [], changes: null, owners: [], keepers: [], resourceVersion: '7' } as const

test.each<[RulesDrift['configMap'], string, string | null]>([
  [{ kind: 'same', keepers: [] }, 'ConfigMap hap-rules in garden-x has revision 3.', 'It has revision 3 already.'],
  [
    { kind: 'same', keepers: ['flux'] },
    'ConfigMap hap-rules in garden-x has revision 3. It is kept by flux.',
    'It has revision 3 already.',
  ],
  [
    { kind: 'missing' },
    'ConfigMap hap-rules in garden-x does not exist, or has no hapRule.yaml: whoever reads it does not have revision 3.',
    null,
  ],
  [{ kind: 'unread', reason: 'No.' }, 'ConfigMap hap-rules in garden-x could not be read. No.', null],
  [
    { ...differs, owners: ['kubectl-edit', 'hap-console'] },
    'ConfigMap hap-rules in garden-x is not revision 3: it was changed by hand (kubectl-edit). Its rules are not valid.',
    null,
  ],
  [
    { ...differs, changes: [], owners: ['hap-console'] },
    'ConfigMap hap-rules in garden-x is not revision 3: it still has an earlier one. The rules are the same; only the text differs.',
    null,
  ],
  [
    { ...differs, owners: ['argocd-controller'], keepers: ['argocd-controller'] },
    'ConfigMap hap-rules in garden-x is not revision 3: argocd-controller keeps it, and the console leaves it alone. Its rules are not valid.',
    'argocd-controller would put its own text back. Change the rules where it has them from.',
  ],
])('%j', (configMap, words, obstacle) => {
  expect(configMapWords({ place, number: 3, configMap })).toBe(words)
  expect(writeObstacle({ number: 3, configMap })).toBe(obstacle)
})

import { expect, test } from 'vitest'
import type { KebComparison, RulesDrift } from '#lib/queries/rules/drift.ts'
import {
  formatConfigMap,
  formatDriftLabel,
  formatDriftTitle,
  formatKeb,
  formatKeepers,
  formatPendingWrite,
  writeDisabledReason,
} from './drift-messages.ts'

const place = { namespace: 'garden-x', name: 'hap-rules', key: 'hapRule.yaml' }
const differs = {
  kind: 'differs',
  hunks: [],
  moreLines: 0,
  changes: null,
  owners: [],
  keepers: [],
  resourceVersion: '7',
} as const

test.each<[RulesDrift['configMap'], string, string | null]>([
  [
    { kind: 'same', keepers: [] },
    'ConfigMap hap-rules in garden-x has revision 3.',
    'The ConfigMap already has revision 3.',
  ],
  [
    { kind: 'same', keepers: ['flux'] },
    'ConfigMap hap-rules in garden-x has revision 3. It is managed by flux.',
    'The ConfigMap already has revision 3.',
  ],
  [
    { kind: 'missing' },
    'ConfigMap hap-rules in garden-x does not exist or has no hapRule.yaml, so its readers do not have revision 3.',
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
    'ConfigMap hap-rules in garden-x is not revision 3: it still has an earlier revision. The rules are equal; only the text differs.',
    null,
  ],
  [
    { ...differs, owners: ['argocd-controller'], keepers: ['argocd-controller'] },
    'ConfigMap hap-rules in garden-x is not revision 3: managed by argocd-controller, so the console does not change it. Change the rules at the source of argocd-controller. Its rules are not valid.',
    'argocd-controller would restore its own text. Change the rules at its source.',
  ],
])('%j', (configMap, words, obstacle) => {
  expect(formatConfigMap({ place, number: 3, configMap })).toBe(words)
  expect(writeDisabledReason({ number: 3, configMap })).toBe(obstacle)
})

const same = { kind: 'same', keepers: [] } as const
const failed = { kind: 'failed', number: 3, reason: 'Gardener is not reachable.', again: true, owned: false } as const

test.each([
  [same, null, null, null],
  [same, null, { kind: 'writing', number: 3 }, 'ConfigMap being written'],
  [differs, null, failed, 'ConfigMap not written'],
  [differs, null, null, 'ConfigMap differs'],
  [differs, null, { ...failed, again: false, owned: true }, 'ConfigMap differs'],
  [{ kind: 'missing' }, null, { ...failed, again: false, owned: true }, 'no ConfigMap'],
  [{ kind: 'missing' }, null, null, 'no ConfigMap'],
  [{ kind: 'unread', reason: 'No.' }, null, null, 'ConfigMap not readable'],
  [same, { name: 'values.yaml', changes: [] }, null, 'values.yaml differs'],
] as const)('%j, %j, %j: the head of the page says %s', (configMap, file, pending, mark) => {
  expect(formatDriftLabel({ place, number: 3, configMap, file, keb: null }, pending)).toBe(mark)
})

test.each([
  [{ configMap: differs, file: null }, null, 'Published rules: ConfigMap differs'],
  [{ configMap: differs, file: null }, { kind: 'writing', number: 3 }, null],
  [{ configMap: differs, file: null }, failed, 'Published rules: ConfigMap not written'],
  [{ configMap: same, file: { name: 'values.yaml', changes: [] } }, null, null],
] as const)('%j, %j: among the warnings stands %s', (found, pending, title) => {
  expect(formatDriftTitle({ place, number: 3, keb: null, ...found }, pending)).toBe(title)
})

test('describes a pending write, and whether a failed one is retried', () => {
  expect(formatPendingWrite({ kind: 'writing', number: 3 }, { place })).toBe(
    'Revision 3 is being written to ConfigMap hap-rules in garden-x.',
  )
  expect(formatPendingWrite(failed, { place })).toBe(
    'Revision 3 was not written to ConfigMap hap-rules in garden-x. Gardener is not reachable. The console retries automatically.',
  )
  expect(formatPendingWrite({ ...failed, again: false }, { place })).toContain(
    'Fix the cause, then write the ConfigMap again.',
  )
})

const keb = { ...place, namespace: 'kcp-system', name: 'keb' }

test.each<[KebComparison, string, string | null]>([
  [{ kind: 'same', place: keb }, 'KEB has the rules of revision 3 (ConfigMap keb in kcp-system).', null],
  [
    { kind: 'unread', place: keb, reason: 'No.' },
    "KEB's own rules could not be read (ConfigMap keb in kcp-system). No.",
    null,
  ],
  [
    { kind: 'differs', place: keb, changes: null, problem: 'Line 2: No plan is called awsx.' },
    'KEB uses other rules than revision 3 (ConfigMap keb in kcp-system) until it is deployed with this revision. They are not valid here: Line 2: No plan is called awsx.',
    'KEB has other rules',
  ],
  [
    { kind: 'missing', place: keb },
    "KEB's own rules are not compared: ConfigMap keb in kcp-system does not exist or has no hapRule.yaml.",
    null,
  ],
])('%j', (rules, words, mark) => {
  expect(formatKeb(rules, 3)).toBe(words)
  expect(formatDriftLabel({ place, number: 3, configMap: same, file: null, keb: rules }, null)).toBe(mark)
})

test('names the program that manages the ConfigMap with any content', () => {
  const keepers = ['argocd-controller']
  const words =
    'ConfigMap hap-rules is managed by argocd-controller, so the console does not write it. Change the rules at the source of argocd-controller.'
  expect(formatKeepers({ place, configMap: { ...differs, keepers } })).toBe(words)
  expect(formatKeepers({ place, configMap: { kind: 'same', keepers } })).toBe(words)
  expect(formatKeepers({ place, configMap: same })).toBeNull()
  expect(formatKeepers({ place, configMap: { kind: 'missing' } })).toBeNull()
})

import { expect, test } from 'vitest'
import { type AccessRule, formatAccessRule, grantsEverything } from './access-rule.ts'

const rule = (more: Partial<AccessRule> = {}): AccessRule => ({
  apiGroups: [''],
  resources: ['configmaps'],
  verbs: ['get', 'list'],
  ...more,
})

test.each<[AccessRule, string | null, string]>([
  [rule(), null, 'get, list configmaps in the whole cluster'],
  [rule({ resourceNames: ['a', 'b'] }), 'compass', 'get, list configmaps named a, b in compass'],
  [rule({ apiGroups: ['apps'], resources: ['deployments'] }), 'x', 'get, list deployments of apps in x'],
  [rule({ apiGroups: ['', 'apps'] }), 'x', 'get, list configmaps of core, apps in x'],
  [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }, null, 'get /healthz'],
  [
    rule({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
    null,
    'do anything with everything of all groups in the whole cluster',
  ],
])('formats %j in %s as %s', (asked, namespace, words) => {
  expect(formatAccessRule({ rule: asked, namespace })).toBe(words)
})

test.each<[Partial<AccessRule>, boolean]>([
  [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, true],
  [{ apiGroups: ['*'], resources: ['*'], verbs: ['get'] }, false],
  [{ apiGroups: [''], resources: ['*'], verbs: ['*'] }, false],
])('%j grants everything: %s', (more, expected) => {
  expect(grantsEverything(rule(more))).toBe(expected)
})

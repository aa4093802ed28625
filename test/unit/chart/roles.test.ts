import { expect, test } from 'vitest'
import { type PermissionPart, type PermissionRule, permissions } from '#lib/garden/permissions.ts'
import { allowed, golden, linesOf } from './manifests.ts'

const ALL = permissions({
  bindingKinds: ['CredentialsBinding', 'SecretBinding'],
  rulesConfigMap: 'hap-rules',
  kebConfigMap: 'kcp-kyma-environment-broker',
})
const PAGES = ['reading', 'plans', 'acting', 'rules'] as const
const OPERATING = ['plans', 'operators', 'cleaning'] as const

/** The list of all permissions, in the same format. */
function needed(
  cluster: PermissionRule['cluster'],
  parts: readonly PermissionPart[],
  scopes: readonly PermissionRule['scope'][] = ['namespace', 'cluster'],
): readonly string[] {
  return linesOf(
    ALL.filter(
      each => each.cluster === cluster && scopes.includes(each.scope) && each.parts.some(part => parts.includes(part)),
    ).map(({ group, resources, verbs, names }) => ({
      apiGroups: [group],
      resources,
      verbs,
      ...(names && { resourceNames: names }),
    })),
  )
}

test('one account for pages and operators has exactly the needed permissions in the control plane', () => {
  expect(allowed(golden('together'), 'hap-hap-console')).toEqual({
    'kcp-system': needed('control-plane', [...PAGES, 'operators'], ['namespace']),
    all: needed('control-plane', ['operators'], ['cluster']),
  })
})

test('separate accounts for pages and operators have only the permissions each needs', () => {
  const manifests = golden('apart')
  expect(allowed(manifests, 'hap-hap-console')).toEqual({ 'kcp-system': needed('control-plane', PAGES) })
  expect(allowed(manifests, 'hap-hap-console-operators')).toEqual({
    'kcp-system': needed('control-plane', ['plans', 'operators'], ['namespace']),
    all: needed('control-plane', ['operators'], ['cluster']),
  })
})

test.each([
  ['together', 'hap-hap-console'],
  ['apart', 'hap-hap-console-operators'],
])('in the case %s, %s lists requests in all namespaces, and may do nothing else outside its own', (name, account) => {
  expect(allowed(golden(name), account).all).toEqual([
    'list kubeconfigrequests.operator.kyma-project.io',
    'list subscriptionrequests.control-plane.kyma-project.io',
  ])
})

test('a console for reading may change nothing', () => {
  const manifests = golden('reading')
  const places = allowed(manifests, 'hap-hap-console')
  expect(places).toEqual({ 'kcp-system': needed('control-plane', ['reading', 'plans']) })
  const garden = allowed(manifests, 'hap-console')
  expect(garden).toEqual({ 'garden-kyma-prod': needed('gardener', ['reading']) })
  for (const line of [...Object.values(places), ...Object.values(garden)].flat())
    expect(line).toMatch(/^(get|list|watch) (?!secrets)/)
})

test('also in the Gardener project, with Secrets by name if names are given', () => {
  const manifests = golden('apart')
  const named = (lines: readonly string[]) =>
    lines.map(line => (line === 'get secrets.' ? 'get secrets. aws-0001 aws-0002' : line)).toSorted()
  expect(allowed(manifests, 'hap-console')).toEqual({ 'garden-kyma-prod': named(needed('gardener', PAGES)) })
  expect(allowed(manifests, 'hap-operators')).toEqual({
    'garden-kyma-prod': named(needed('gardener', ['reading', ...OPERATING], ['namespace'])),
    all: needed('gardener', OPERATING, ['cluster']),
  })
})

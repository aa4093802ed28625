import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyConfigMapText, readConfigMapText } from '#lib/garden/config-map-text.ts'
import type { ConfigMapObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, resourcePath } from '#lib/garden/resources/resource.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { allowRulesWriting, RBAC, ROLE_KINDS } from './rules-writer.ts'

const OURS = { annotations: { 'hap.kyma-project.io/rules-revision': '1' }, takeOverAt: null }

let cluster: Cluster

beforeAll(async () => {
  cluster = await prepareCluster()
  await allowRulesWriting(cluster)
})

afterAll(() => cluster?.stop())

const placeOf = (name = 'hap-rules') => ({ namespace: cluster.namespace, name, key: 'hapRule.yaml' })

function send(method: string, contentType: string, query: string, data: Record<string, string>) {
  const { namespace, name } = placeOf()
  return cluster.admin.request<ConfigMapObject>({
    doing: 'write as another client',
    permission: null,
    method,
    path: `${resourcePath({ resource: CONFIG_MAPS, namespace, name })}?${query}`,
    contentType,
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }),
  })
}

test('the documented role creates and changes the ConfigMap by its name, and no other', async () => {
  const { operator } = cluster
  expect(await readConfigMapText(operator, placeOf())).toBeNull()
  const made = await applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', OURS)
  expect(made).toMatchObject({ text: 'rule: [aws]\n', owners: [{ name: 'hap-console', operation: 'Apply' }] })
  const changed = await applyConfigMapText(operator, placeOf(), 'rule: [aws, gcp]\n', OURS)
  expect(await readConfigMapText(operator, placeOf())).toEqual(changed)
  await expect(applyConfigMapText(operator, placeOf('others'), 'x', OURS)).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(applyConfigMapText(cluster.viewer, placeOf(), 'x', OURS)).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a manual edit owns the text: it is overwritten only at the version that was seen', async () => {
  const { operator } = cluster
  await applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', OURS)
  await send('PATCH', 'application/merge-patch+json', 'fieldManager=kubectl-edit', { 'hapRule.yaml': 'rule: [gcp]\n' })
  const edited = await readConfigMapText(operator, placeOf())
  expect(edited).toMatchObject({ text: 'rule: [gcp]\n', owners: [{ name: 'kubectl-edit', operation: 'Update' }] })
  await expect(applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', OURS)).rejects.toMatchObject({
    kind: 'conflict',
  })
  await send('PATCH', 'application/merge-patch+json', 'fieldManager=kubectl-edit', {
    'hapRule.yaml': 'rule: [azure]\n',
  })
  const stale = { ...OURS, takeOverAt: edited?.resourceVersion ?? '' }
  await expect(applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', stale)).rejects.toMatchObject({
    kind: 'conflict',
  })
  const now = await readConfigMapText(operator, placeOf())
  const taken = { ...OURS, takeOverAt: now?.resourceVersion ?? '' }
  expect(await applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', taken)).toMatchObject({
    text: 'rule: [aws]\n',
    owners: [{ name: 'hap-console', operation: 'Apply' }],
  })
})

test('a server-side apply of another manager conflicts with ours, and its other keys are not touched', async () => {
  const { operator } = cluster
  const apply = 'application/apply-patch+yaml'
  await send('PATCH', apply, 'fieldManager=kustomize-controller&force=true', {
    'hapRule.yaml': 'rule: [gcp]\n',
    more: '1',
  })
  expect(await readConfigMapText(operator, placeOf())).toMatchObject({
    owners: [{ name: 'kustomize-controller', operation: 'Apply' }],
  })
  await expect(applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', OURS)).rejects.toMatchObject({
    kind: 'conflict',
  })
  await send('PATCH', apply, 'fieldManager=kustomize-controller', { more: '1' })
  await applyConfigMapText(operator, placeOf(), 'rule: [aws]\n', OURS)
  const { namespace, name } = placeOf()
  const object = await cluster.admin.get<ConfigMapObject>({ resource: CONFIG_MAPS, namespace, name })
  expect(object.data).toEqual({ 'hapRule.yaml': 'rule: [aws]\n', more: '1' })
})

test('a role with only patch cannot create a ConfigMap', async () => {
  const role = { apiVersion: `${RBAC.group}/${RBAC.version}`, kind: 'Role', metadata: { name: 'patch-only' } }
  const rules = [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['patch-only'], verbs: ['get', 'patch'] }]
  const [roles, bindings] = ROLE_KINDS
  if (!roles || !bindings) throw new Error('no kinds')
  await cluster.create(roles, { ...role, rules })
  await cluster.create(bindings, {
    ...role,
    kind: 'RoleBinding',
    roleRef: { apiGroup: RBAC.group, kind: 'Role', name: 'patch-only' },
    subjects: [{ apiGroup: RBAC.group, kind: 'User', name: 'operator' }],
  })
  const refused = applyConfigMapText(cluster.operator, placeOf('patch-only'), 'x', OURS)
  await expect(refused).rejects.toMatchObject({ kind: 'forbidden', status: 403 })
})

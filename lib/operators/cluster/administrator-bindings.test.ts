import fc from 'fast-check'
import { expect, test } from 'vitest'
import { administratorChanges, administratorSelector } from './administrator-bindings.ts'

const UID = 'cluster-1'
const changes = (names: readonly string[], existing = administratorChanges([], [], UID).add) =>
  administratorChanges(names, existing, UID)
const users = (bindings: readonly { subjects?: { name?: string }[] }[]) =>
  bindings.flatMap(({ subjects }) => subjects?.map(({ name }) => name))

const anyName = fc.stringMatching(/^[a-z.@]{1,12}$/)

test('adds missing administrators, removes others, and is idempotent', () => {
  fc.assert(
    fc.property(fc.array(anyName), fc.array(anyName), (before, after) => {
      const existing = changes(before).add
      const { add, remove, refused } = changes(after, existing)
      const now = [...existing.filter(binding => !remove.includes(binding)), ...add]
      expect(users(now).toSorted()).toEqual([...new Set(after)].toSorted())
      expect(new Set(now.map(({ metadata }) => metadata?.name)).size).toBe(now.length)
      expect(changes(after, now)).toEqual({ add: [], remove: [], refused: [] })
      expect(refused).toEqual([])
    }),
  )
})

test('binds a user to cluster-admin, with name and labels of the Cluster', () => {
  const [binding] = changes(['user.id@sap.com']).add
  expect(binding).toMatchObject({
    metadata: { name: expect.stringMatching(/^hap-admin-[0-9a-f]{16}$/) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'user.id@sap.com' }],
  })
  const labels = Object.entries(binding?.metadata?.labels ?? {}).map(([key, value]) => `${key}=${value}`)
  expect(administratorSelector(UID).split(',').toSorted()).toEqual(labels.toSorted())
})

test('does not change bindings of other Clusters or of other owners', () => {
  const others = administratorChanges(['a'], [], 'cluster-2').add
  const foreign = { metadata: { name: 'admin-x' }, subjects: [{ kind: 'User', name: 'b' }] }
  expect(changes([], [...others, foreign])).toEqual({ add: [], remove: [], refused: [] })
})

test('restores changed bindings', () => {
  const [binding] = changes(['a']).add
  const bent = {
    ...binding,
    subjects: [
      { kind: 'User', name: 'a' },
      { kind: 'User', name: 'mallory' },
    ],
  }
  expect(changes(['a'], [bent])).toEqual({ add: [binding], remove: [bent], refused: [] })
})

test('skips empty, repeated and system names', () => {
  const { add, refused } = changes(['a', ' a ', '', 'system:anonymous'])
  expect(users(add)).toEqual(['a'])
  expect(refused).toEqual(['system:anonymous'])
})

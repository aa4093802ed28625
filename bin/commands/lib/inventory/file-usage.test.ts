import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { fileUsage } from './file-usage.ts'

const account = { kind: 'Secret', namespace: 'garden', name: 'one' } as const
const binding = (name: string): Binding => ({
  kind: 'CredentialsBinding',
  namespace: 'garden',
  name,
  uid: name,
  resourceVersion: '1',
  account,
  providers: ['aws'],
  labels: {},
  annotations: {},
  createdAt: '2026-01-01T00:00:00Z',
  deletedAt: null,
})
const instance = (name: string, count: number, deleted = false) => ({
  globalAccount: 'ga',
  subscriptionGlobalAccount: '',
  binding: name,
  deleted,
  suspended: false,
  count,
})

test('instances of all bindings of an account are on each of them', () => {
  const bindings = [binding('a'), binding('b')]
  const instances = [instance('a', 2), instance('b', 3), instance('a', 5, true), instance('other', 7)]
  const { clusters } = fileUsage({ bindings, shoots: [], instances })
  for (const each of bindings) expect(clusters(each)).toEqual({ database: 5, reserved: 0, onlyInGardener: 0 })
})

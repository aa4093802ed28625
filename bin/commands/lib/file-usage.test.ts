import { describe, expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
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

test('instances of all bindings of an account count for each of them', () => {
  const bindings = [binding('a'), binding('b')]
  const instances = [instance('a', 2), instance('b', 3), instance('a', 5, true), instance('other', 7)]
  const { clusters } = fileUsage({ bindings, shoots: [], instances })
  for (const each of bindings) expect(clusters(each)).toEqual({ database: 5, reserved: 0, onlyInGardener: 0 })
})

const shoot = (globalAccount: string, binding: Shoot['binding']) =>
  shootOf('s', { namespace: 'garden', globalAccount, binding })

describe('without instances', () => {
  const a = { kind: 'CredentialsBinding', name: 'a' } as const
  const shoots = [
    shoot('ga', a),
    shoot('ga', a),
    shoot('other', a),
    shoot('ga', { ...a, name: 'b' }),
    shoot('ga', { kind: 'SecretBinding', name: 'a' }),
  ]
  const bindings = [binding('a')]

  test('shoots of the global account on a credentials binding are counted instead', () => {
    const usage = fileUsage({ bindings, shoots, instances: null })
    expect(usage.estimated).toBe(true)
    expect([usage.instances('a', 'ga'), usage.instances('a', 'other'), usage.instances('c', 'ga')]).toEqual([2, 1, 0])
    expect(usage.shoots('a')).toBe(3)
  })

  test('nothing is estimated if the file has an empty list', () => {
    const usage = fileUsage({ bindings, shoots, instances: [] })
    expect([usage.estimated, usage.instances('a', 'ga')]).toEqual([false, 0])
  })
})

import { expect, test } from 'vitest'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CHECK_EVERY_MS, isChecked, nextCheck } from './reconcile-administrators.ts'

const TIME = '2026-11-23T10:00:00Z'
const CHECKED_AT = Date.parse(TIME)
const SHOOT = { shootUid: 'u-1', secretVersion: null }

function clusterWith(reason: string, secretVersion?: string, generation = 1): Cluster {
  const condition = {
    type: 'AdministratorsReady',
    status: 'True',
    observedGeneration: 1,
    lastTransitionTime: TIME,
    reason,
    message: '',
  } as const
  const check = { time: TIME, clusterUid: 'u-1', ...(secretVersion !== undefined && { secretVersion }) }
  return {
    metadata: { generation },
    status: { conditions: [condition], administratorsCheck: check },
  } as unknown as Cluster
}

test.each([
  ['seen to just now', clusterWith('AdministratorsBound'), SHOOT, 0, true],
  ['seen to a while ago', clusterWith('AdministratorsBound'), SHOOT, CHECK_EVERY_MS - 1, true],
  ['seen to six hours ago', clusterWith('AdministratorsBound'), SHOOT, CHECK_EVERY_MS, false],
  ['with names that must not be granted', clusterWith('AccessNotGranted'), SHOOT, 0, true],
  ['that the cluster refused', clusterWith('ClusterRefused'), SHOOT, 0, false],
  ['of an earlier generation', clusterWith('AdministratorsBound', undefined, 2), SHOOT, 0, false],
  ['of an earlier shoot', clusterWith('AdministratorsBound'), { ...SHOOT, shootUid: 'u-2' }, 0, false],
  ['behind the same Secret', clusterWith('AdministratorsBound', '7'), { shootUid: null, secretVersion: '7' }, 0, true],
  ['behind another Secret', clusterWith('AdministratorsBound', '7'), { shootUid: null, secretVersion: '8' }, 0, false],
])('administrators %s', (_, cluster, entrance, laterMs, expected) => {
  expect(isChecked(cluster, entrance, CHECKED_AT + laterMs)).toBe(expected)
})

test('are reconciled after six hours, or immediately if the last time is unknown', () => {
  expect(nextCheck({ time: TIME, clusterUid: 'u-1' })).toBe(CHECKED_AT + 6 * 3_600_000)
  const { metadata, status } = clusterWith('AdministratorsBound')
  const { administratorsCheck: _, ...before } = status ?? {}
  expect(isChecked({ metadata, status: before } as Cluster, SHOOT, CHECKED_AT)).toBe(false)
})

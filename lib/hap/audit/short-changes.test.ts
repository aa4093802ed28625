import { expect, test } from 'vitest'
import type { ChangeLine } from './entry-change.ts'
import { shortChanges } from './short-changes.ts'

test('labels stand before notes, what has another value before what came and went, and what every write changes is left out', () => {
  const lines: readonly ChangeLine[] = [
    { change: 'added', key: 'dirty', value: 'held', note: 'label' },
    { change: 'removed', key: 'hap.kyma-project.io/epoch', value: '2', note: 'annotation' },
    { change: 'added', key: 'hap.kyma-project.io/epoch', value: '3', note: 'annotation' },
    { change: 'added', key: 'hap.kyma-project.io/hold', value: 'why', note: 'annotation' },
    { change: 'removed', key: 'hap.kyma-project.io/cause', value: 'none', note: 'annotation' },
    { change: 'added', key: 'hap.kyma-project.io/cause', value: 'quota', note: 'annotation' },
    { change: 'removed', key: 'tenantName', value: 'ga-1', note: 'label' },
    { change: 'removed', key: 'allowed', value: 'a' },
    { change: 'added', key: 'allowed', value: 'b' },
    { change: 'added', key: 'allowed', value: 'c' },
    { change: 'removed', key: 'status', value: 'pending' },
    { change: 'added', key: 'status', value: 'reserved' },
  ]
  expect(shortChanges(lines)).toEqual(['±allowed', 'status=reserved', '+dirty', '−tenantName', '+hold', 'cause=quota'])
})

import { expect, test } from 'vitest'
import { formatWait, getControllerName } from './controllers-panel.tsx'

test.each<[number | null, number, string]>([
  [null, 0, '—'],
  [null, 3, '> 5 min'],
  [50, 3, '≤ 50 ms'],
  [2_500, 3, '≤ 2.5 s'],
])('formats a wait of %j after %j runs as %s', (ms, runs, words) => {
  expect(formatWait(ms, runs)).toBe(words)
})

test('shows the raw name of an unknown controller', () => {
  expect([getControllerName('cleanup'), getControllerName('other')]).toEqual(['Cleaning', 'other'])
})

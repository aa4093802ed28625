import { expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { limitConcealed } from './concealed-errors.ts'

const ERROR = new GardenError({ kind: 'timeout', doing: 'get a', because: 'no answer.' })

test('writes one line per Secret and ten minutes', () => {
  let now = 0
  const lines: string[] = []
  const report = limitConcealed(
    ({ name }, { because }) => void lines.push(`${name}: ${because}`),
    () => now,
  )
  const at = (name: string, version: string) =>
    report({ by: 'secret', namespace: 'n', name, key: 'config', uid: 'u', version }, ERROR)
  at('a', '1')
  at('a', '2')
  at('b', '1')
  expect(lines).toEqual(['a: no answer.', 'b: no answer.'])
  now = 600_000
  at('a', '2')
  expect(lines).toHaveLength(3)
})

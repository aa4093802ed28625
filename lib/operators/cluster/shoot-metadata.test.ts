import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shootNameOf } from './shoot-metadata.ts'

const project = fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/)

test('is legal, fits the limit with any project name, and is deterministic', () => {
  fc.assert(
    fc.property(fc.uuid(), project, (uid, name) => {
      const shoot = shootNameOf(uid, name)
      expect(shoot).toMatch(/^c-[a-z0-9]{9}$/)
      expect((shoot ?? '').length + name.length).toBeLessThanOrEqual(21)
      expect(shootNameOf(uid, name)).toBe(shoot)
    }),
  )
})

test('differs between clusters', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => shootNameOf(`uid-${n}`, 'kyma'))
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['kyma-dev', 11],
  ['ten-letter', 11],
  ['eleven-char', 10],
  ['fourteen-chars', 7],
  ['fifteen-charact', null],
])('in project %s has %s characters', (name, length) => {
  expect(shootNameOf('uid', name)?.length ?? null).toBe(length)
})

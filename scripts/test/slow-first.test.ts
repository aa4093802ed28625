import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOW } from './slow-first.ts'

test('every slow file exists and is listed once', () => {
  expect(SLOW.filter(file => !existsSync(file))).toEqual([])
  expect(new Set(SLOW).size).toBe(SLOW.length)
})

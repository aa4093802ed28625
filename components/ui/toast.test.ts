import { expect, test } from 'vitest'
import { closeToast, currentToasts, showToast } from './toast.tsx'

test('a fourth toast replaces the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) showToast({ text })
  expect(currentToasts().map(({ text }) => text)).toEqual(['two', 'three', 'four'])
  for (const { id } of currentToasts()) closeToast(id)
})

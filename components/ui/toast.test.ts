import { afterEach, expect, test } from 'vitest'
import { closeToast, currentToasts, showToast } from './toast.tsx'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
})

const texts = () => currentToasts().map(({ text }) => text)

test('a fourth toast replaces the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) showToast({ text })
  expect(texts()).toEqual(['two', 'three', 'four'])
})

test('a toast replaces an earlier success about the same subject, but no failure and no other toast', () => {
  showToast({ subject: 'a', text: 'a was marked dirty' })
  showToast({ subject: 'a', text: 'a was not released', failed: true })
  showToast({ text: 'copied' })
  showToast({ subject: 'a', text: 'a was marked as not dirty' })
  expect(texts()).toEqual(['a was not released', 'copied', 'a was marked as not dirty'])
})

import '../../app/styles/tokens.css'
import '../../app/styles/base.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { leavePage } from './render.tsx'

const errors = vi.spyOn(console, 'error')

beforeEach(async () => {
  await cleanup()
  await page.viewport(1440, 900)
  await leavePage()
  errors.mockClear()
})

// React reports errors to the console.
afterEach(() => {
  expect(errors.mock.calls).toEqual([])
})

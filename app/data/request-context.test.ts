import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RENDERED_FOR_HEADER } from '#lib/auth/request-headers.ts'
import { sendPageUser } from './request-context.ts'

const sent: (string | null)[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    sent.push(new Headers(init?.headers).get(RENDERED_FOR_HEADER))
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('sends the user of the page with writes until it is replaced, and not with reads', async () => {
  const plain = globalThis.fetch
  const stop = sendPageUser('issuer|Ada Ä')
  await fetch('/x')
  await fetch('/x', { method: 'get' })
  await fetch('/x', { method: 'POST', headers: { accept: 'application/json' } })
  await fetch('/x', { method: 'DELETE' })
  expect(sent).toEqual([null, null, 'issuer%7CAda%20%C3%84', 'issuer%7CAda%20%C3%84'])
  stop()
  expect(globalThis.fetch).toBe(plain)
})

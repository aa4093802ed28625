import { expect, test, vi } from 'vitest'
import { viewerRoute } from './viewer-route.ts'

const logged = vi.hoisted(() => vi.fn(() => 'reference'))

vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth: {}, context: () => ({}) }) }))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: logged }))
vi.mock('#lib/auth/session.ts', () => ({
  requireSession: async () => ({ user: undefined }),
  NotAuthorisedError: class extends Error {},
}))

const ask = (signal: AbortSignal) =>
  viewerRoute(() => {
    signal.throwIfAborted()
    throw new Error('a fault')
  })(new Request('http://console/api/v1/x', { signal }), { params: Promise.resolve({}) })

test('a browser that left is no fault, anything unforeseen is one', async () => {
  expect((await ask(AbortSignal.abort())).status).toBe(499)
  expect(logged).not.toHaveBeenCalled()
  expect((await ask(new AbortController().signal)).status).toBe(500)
  expect(logged).toHaveBeenCalledOnce()
})

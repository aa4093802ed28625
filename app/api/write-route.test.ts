import { expect, test, vi } from 'vitest'
import { writeRoute } from './write-route.ts'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth: {} }) }))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', () => ({
  requireSession: async () => ({ user: { id: 'u', name: 'olga', role: 'operator' } }),
  NotAuthorisedError: class extends Error {},
}))

test.each([
  ['an address without parts that vary, as Next.js calls it', undefined, 'none'],
  ['no params', {}, 'none'],
  ['an id', { id: 'c-1' }, 'c-1'],
] as const)('of a route with %s the params can be asked', async (_case, params, id) => {
  const seen: string[] = []
  const see = async (attempt: { readonly params: { readonly id?: string } }) => {
    seen.push(attempt.params.id ?? 'none')
  }
  const route = writeRoute<{ readonly id?: string }>({ action: 'a', authorise: see }, async input => {
    await see(input)
    return new Response('done')
  })
  const call = new Request('http://console/api/v1/x', { method: 'POST', body: '{}', headers: JSON_TYPE })
  const answer = await route(call, { params: Promise.resolve(params as { id?: string }) })
  expect([answer.status, seen]).toEqual([200, [id, id]])
})

const JSON_TYPE = { 'content-type': 'application/json' }

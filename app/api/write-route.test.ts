import { expect, test, vi } from 'vitest'
import { writeRoute } from './write-route.ts'

const noted: unknown[] = []
const audit = { refused: async (draft: unknown, detail: string) => void noted.push([draft, detail]) }

vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth: {}, audit }) }))
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

test('what is no JSON is recorded under the name that the address gives it', async () => {
  const entry = { action: ({ verb }: { readonly verb: string }) => `do ${verb}` }
  const route = writeRoute<{ readonly verb: string }>(entry, async () => new Response('done'))
  const call = new Request('http://console/api/v1/x', { method: 'POST', body: '{"a" 1}', headers: JSON_TYPE })
  const answer = await route(call, { params: Promise.resolve({ verb: 'hold' }) })
  expect([answer.status, noted]).toEqual([
    400,
    [[expect.objectContaining({ action: 'do hold' }), 'The body is not JSON: look at line 1, column 6.']],
  ])
})

const JSON_TYPE = { 'content-type': 'application/json' }

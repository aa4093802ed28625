import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { ONLY_OWN_PAGES } from './other-site.ts'

const audit = vi.hoisted(() => ({ refused: vi.fn() }))

// Whatever else a route asks for before it has looked where it was called from goes wrong.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth: {}, audit }) }))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', () => ({
  requireRole: async () => ({ id: '1', name: 'ada', role: 'admin' }),
  NotAuthorisedError: class extends Error {},
}))

type Route = (request: Request, rest: { params: Promise<unknown> }) => Promise<Response>

/** How a route exports what changes something. */
const CHANGES = /^export (?:const|function|async function) (POST|PUT|PATCH|DELETE)\b/gm

/** Every method that changes something, of every route there is: a new one is among them by itself. */
const ROUTES = globSync('app/api/v1/**/route.ts').flatMap(path =>
  Array.from(readFileSync(path, 'utf8').matchAll(CHANGES), ([, method = '']) => [method, path] as const),
)

/** As browsers tell where a page is that calls. */
const ELSEWHERE = {
  'another site': { origin: 'https://evil.example' },
  'a page in a sandbox': { origin: 'null' },
  'a site beside this one': { origin: 'http://console', 'sec-fetch-site': 'same-site' },
} as const

beforeEach(() => {
  audit.refused.mockReset()
})

test('there are routes that change something', () => {
  expect(ROUTES.map(([method, path]) => `${method} ${path}`)).toContain('POST app/api/v1/jobs/[id]/cancel/route.ts')
})

test.each(ROUTES)('%s of %s is refused to pages of other sites, and that is recorded', async (method, path) => {
  const module: Readonly<Record<string, Route>> = await import(/* @vite-ignore */ resolve(path))
  const params = { id: '7d0b0f0e-7c55-4d0e-9a44-0d1e1fbd1c4e' }
  for (const headers of Object.values(ELSEWHERE)) {
    audit.refused.mockReset()
    const body = method === 'DELETE' ? null : '{}'
    const call = new Request(`http://console/${path}`, {
      method,
      body,
      headers: { ...headers, host: 'console', 'content-type': 'application/json', 'idempotency-key': 'k-1' },
    })
    const answer = await module[method]?.(call, { params: Promise.resolve(params) })
    expect(answer?.status).toBe(403)
    expect(await answer?.json()).toMatchObject({ detail: ONLY_OWN_PAGES })
    expect(audit.refused).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ actor: { name: 'ada', role: 'admin' } }),
      ONLY_OWN_PAGES,
    )
  }
})

import { afterEach, expect, test, vi } from 'vitest'
import { fetchApi } from './fetch-json.ts'

afterEach(() => vi.unstubAllGlobals())

test('fills the parameters of a path, and leaves out empty ones of the query', async () => {
  const fetched = vi.fn(async (_address: string) => Response.json({ yaml: 'a: 1' }))
  vi.stubGlobal('fetch', fetched)
  const { signal } = new AbortController()
  const params = { kind: 'SecretBinding', name: 'a/b c' }
  expect(await fetchApi('/bindings/:kind/:name/yaml', { params }, signal)).toEqual({ yaml: 'a: 1' })
  await fetchApi('/pools', { query: { q: 'state:dirty', sort: '' } }, signal)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/v1/bindings/SecretBinding/a%2Fb%20c/yaml',
    '/api/v1/pools?q=state:dirty',
  ])
})

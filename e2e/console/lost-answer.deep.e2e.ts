import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Break, breakingProxy } from '../support/breaking-proxy.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

/** A request for a pool with free accounts. */
const REQUEST = { plan: 'gcp', platformRegion: 'cf-sa30' }

/** Longer than a console would take to process a truncated request. */
const PROCESSING_MS = 2_000

interface Attempt {
  /** Address of the console, or of a proxy in front of it. */
  readonly url: string
  readonly key: string
  readonly request: object
}

/** Sends a claim like a program. The last byte of the body is not part of its JSON. */
async function postClaim(page: Page, { url, key, request }: Attempt) {
  const cookies = await page.context().cookies()
  const answer = await fetch(`${url}/api/v1/claims`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: `${JSON.stringify(request)}\n`,
  })
  return { status: answer.status, body: await answer.json() }
}

const claimsOf = async (page: Page, tenant: string) =>
  (await page.request.get('/api/v1/claims', { params: { tenant } })).json()

/** Releases the claims of a tenant and restores its accounts for other tests. */
async function releaseClaims(page: Page, tenant: string, garden: Parameters<typeof relabel>[0]): Promise<void> {
  for (const { id } of (await claimsOf(page, tenant)).claims) {
    await page.request.delete(`/api/v1/claims/${id}`)
    await expect
      .poll(async () => (await (await page.request.get(`/api/v1/claims/${id}`)).json()).status)
      .toBe('released')
  }
  for (const { kind, name } of await bindingsWith(garden, `tenantName=${tenant}`))
    await relabel(garden, kind, name, { tenantName: null, dirty: null })
}

const CASES: readonly (readonly [Break, string])[] = [
  ['before the last byte of the request', 'e2e-truncated'],
  ['after the request', 'e2e-hung-up'],
  ['before the answer', 'e2e-lost'],
  ['in the body of the answer', 'e2e-half-answered'],
]

for (const [where, tenant] of CASES)
  test(`a claim whose connection breaks ${where} is created once, however often its key is sent`, async ({
    page,
    signIn,
    garden,
    baseURL: url = '',
  }) => {
    await signIn('operator')
    const key = `${tenant}-${Date.now()}`
    const request = { ...REQUEST, globalAccount: tenant }
    const ofTenant = () => bindingsWith(garden, `tenantName=${tenant}`)
    const proxy = await breakingProxy(url, where)
    try {
      await expect(postClaim(page, { url: proxy.url, key, request })).rejects.toThrow(/fetch failed|terminated/)
      if (where === 'before the last byte of the request') {
        await sleep(PROCESSING_MS)
        expect(await claimsOf(page, tenant)).toEqual({ claims: [], total: 0 })
        expect(await ofTenant()).toEqual([])
      }

      const [first, ...more] = await Promise.all([1, 2, 3].map(() => postClaim(page, { url, key, request })))
      expect(first).toMatchObject({ status: 201, body: { request, status: 'reserved' } })
      for (const { status, body } of more) {
        expect(status).toBe(201)
        expect([body.id, body.binding, body.account]).toEqual([
          first?.body.id,
          first?.body.binding,
          first?.body.account,
        ])
      }

      const other = await postClaim(page, { url, key, request: { ...request, hyperscalerRegion: 'us-central1' } })
      expect(other).toMatchObject({
        status: 409,
        body: { detail: 'This Idempotency-Key was used with another request. Use a new key for a new claim.' },
      })
      expect(await claimsOf(page, tenant)).toMatchObject({ claims: [{ id: first?.body.id }], total: 1 })
      expect(await ofTenant()).toEqual([{ kind: first?.body.binding.kind, name: first?.body.binding.name }])
    } finally {
      await proxy.close()
      await releaseClaims(page, tenant, garden)
    }
  })

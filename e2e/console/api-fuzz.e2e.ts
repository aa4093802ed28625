import { type PlaywrightWorkerArgs, request } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { fuzzApi } from '../../test/api-fuzz/fuzz.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { startLandscape } from '../support/landscape.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const cookiesOf = async (playwright: PlaywrightWorkerArgs['playwright'], baseURL: string, role: Role) => {
  const visitor = await playwright.request.newContext({ baseURL })
  const cookies = await signInByRequest(visitor, role)
  await visitor.dispose()
  return cookieOf(cookies)
}

test('every operation is answered well at least once, and as it is described, whatever it is sent', async ({
  playwright,
}) => {
  // What it does to accounts, rules and tokens is nothing for another test to meet.
  const landscape = await startLandscape('small', { HAP_TWO_PERSON: 'dangerous', HAP_TOKENS_GRANT_ACCESS: 'on' })
  try {
    const { url } = landscape
    // The session of the viewer is one to end.
    const [admin, operator] = [
      await cookiesOf(playwright, url, 'admin'),
      await cookiesOf(playwright, url, 'operator'),
      await cookiesOf(playwright, url, 'viewer'),
    ]
    const maker = await request.newContext({ baseURL: url, extraHTTPHeaders: { cookie: admin } })
    const made = await maker.post('/api/v1/tokens', { data: { name: 'fuzz', role: 'admin', days: 1 } })
    const { token } = await made.json()
    await maker.dispose()
    const report = await fuzzApi({ url, token, people: { admin, operator }, runs: 6, seed: 1 })
    expect(report.faults).toEqual([])
    expect(report.neverWell).toEqual([])
    expect(report.operations).toBeGreaterThan(100)
    expect(report.requests).toBe(report.operations * 7)
  } finally {
    await landscape.stop()
  }
})

import { type PlaywrightWorkerArgs, request } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { fuzzApi } from '../../test/api-fuzz/fuzz.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { type Landscape, startLandscape } from '../support/landscape.ts'
import { bindingsWith, recreateBinding } from '../support/landscape-accounts.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const cookiesOf = async (playwright: PlaywrightWorkerArgs['playwright'], baseURL: string, role: Role) => {
  const visitor = await playwright.request.newContext({ baseURL })
  const cookies = await signInByRequest(visitor, role)
  await visitor.dispose()
  return cookieOf(cookies)
}

/** Recreates a binding, so that an administrator can accept it. */
async function doubtBinding({ url, adminKubeconfig }: Landscape, token: string): Promise<void> {
  const garden = createGardenClient({ access: loadKubeconfig(adminKubeconfig), version: 'e2e' })
  const isDoubted = async () => {
    const answer = await fetch(`${url}/api/v1/landscape`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).doubted.length > 0
  }
  const [binding] = await bindingsWith(garden, 'hyperscalerType=aws')
  const order = { name: 'e2e-restored', labels: { hyperscalerType: 'gdch_e2e' }, of: binding?.name ?? '' }
  await recreateBinding(garden, order, isDoubted)
  garden.close()
}

test('every operation succeeds at least once, and its responses match the description for any input', async ({
  playwright,
}) => {
  // About 900 requests, one after another, of which some follow a claim for up to 30 s.
  test.setTimeout(900_000)
  // A landscape of its own, because the calls change accounts, rules and tokens.
  const landscape = await startLandscape('small', { HAP_TWO_PERSON: 'dangerous', HAP_TOKENS_GRANT_ACCESS: 'on' })
  try {
    const { url } = landscape
    // The session of the viewer exists to be ended.
    const [admin, operator] = [
      await cookiesOf(playwright, url, 'admin'),
      await cookiesOf(playwright, url, 'operator'),
      await cookiesOf(playwright, url, 'viewer'),
    ]
    const maker = await request.newContext({ baseURL: url, extraHTTPHeaders: { cookie: admin } })
    const made = await maker.post('/api/v1/tokens', { data: { name: 'fuzz', role: 'admin', days: 1 } })
    const { token } = await made.json()
    await maker.dispose()
    await doubtBinding(landscape, token)
    const report = await fuzzApi({ url, token, people: { admin, operator }, runs: 6, seed: 1 })
    expect(report.faults).toEqual([])
    expect(report.neverWell).toEqual([])
    expect(report.operations).toBeGreaterThan(100)
    expect(report.requests).toBe(report.operations * 7)
  } finally {
    await landscape.stop()
  }
})

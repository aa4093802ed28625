import { setTimeout as sleep } from 'node:timers/promises'
import { addFault } from '../support/garden-faults.ts'
import { requestsOfConsole } from '../support/garden-requests.ts'
import { bindingsWith } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const MEASURED_MS = 15_000
const STORM_MS = 20_000
/** New questions of people, each of which the console takes to the API server. */
const EVERY_MS = 250

test('after a storm of 429 the console asks no more than twice as often as before, and is live again', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const address = `${landscape.url}/api/v1/bindings/${free.kind}/${free.name}/actions/mark-dirty/preview`
  const ask = async () => (await page.request.post(address, { data: { reason: 'looking' }, timeout: 90_000 })).status()
  const asked: Promise<number>[] = []
  const people = setInterval(() => asked.push(ask()), EVERY_MS)
  const rate = async (ms: number) => {
    const before = await requestsOfConsole(garden)
    await sleep(ms)
    return (await requestsOfConsole(garden)) - before
  }
  try {
    const steady = await rate(MEASURED_MS)
    const tooMany = { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 } as const
    const endStorm = await addFault(garden, {}, tooMany)
    await sleep(STORM_MS)
    await endStorm()
    const afterwards = await rate(MEASURED_MS)
    expect(steady).toBeGreaterThan(MEASURED_MS / EVERY_MS)
    expect(afterwards).toBeLessThanOrEqual(2 * steady)
  } finally {
    clearInterval(people)
  }
  // Who asked meanwhile got an answer in the end, be it that the API server does not answer now.
  for (const answer of await Promise.all(asked)) expect([200, 503]).toContain(answer)
  expect(await ask()).toBe(200)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

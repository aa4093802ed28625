import { setTimeout as sleep } from 'node:timers/promises'
import { addFault } from '../support/garden-faults.ts'
import { requestsOfConsole } from '../support/garden-requests.ts'
import { bindingsWith } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const WINDOW_MS = 5_000
const STORM_MS = 15_000
/** Interval of the previews, each of which sends requests to the API server. */
const EVERY_MS = 250

test('in a storm of 429 that also breaks the watches, previews are refused; afterwards the console is live again with at most twice its usual request rate', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await signIn('operator')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const address = `${landscape.url}/api/v1/bindings/${free.kind}/${free.name}/actions/mark-dirty/preview`
  /** Resolves to true if the API server accepts the dry run. */
  const isAccepted = async (): Promise<boolean> => {
    const answer = await page.request.post(address, { data: { reason: 'looking' }, timeout: 90_000 })
    const { status, objection } = await answer.json()
    return answer.ok() && status === 'planned' && objection === null
  }
  const previews: Promise<boolean>[] = []
  const timer = setInterval(() => previews.push(isAccepted()), EVERY_MS)
  /** Numbers of requests of the console in consecutive windows. */
  const windows = async (count: number): Promise<readonly number[]> => {
    const counts: number[] = []
    let before = await requestsOfConsole(garden)
    for (let n = 0; n < count; n++) {
      await sleep(WINDOW_MS)
      const now = await requestsOfConsole(garden)
      counts.push(now - before)
      before = now
    }
    return counts
  }
  const phase = async () => (await (await page.request.get('/api/v1/health')).json()).phase
  const control = (what: string) =>
    garden.request({ doing: 'steer the garden', permission: null, method: 'POST', path: `/garden/${what}` })
  const tooMany = { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 } as const
  let endFaults: () => Promise<unknown> = async () => {}
  try {
    const [first = 0, second = 0] = await windows(2)
    const steady = (first + second) / 2
    expect(steady).toBeGreaterThan(WINDOW_MS / EVERY_MS)
    endFaults = await addFault(garden, {}, tooMany)
    // Open watches break, and their retries hit the storm.
    await control('stop-aggregated-api')
    await control('start-aggregated-api')
    await sleep(STORM_MS)
    expect(await phase()).not.toBe('live')
    await endFaults()
    const after = await windows(3)
    expect(Math.max(...after), `before ${first}, ${second}; after ${after.join(', ')}`).toBeLessThanOrEqual(2 * steady)
    await expect.poll(phase, { timeout: 30_000 }).toBe('live')
  } finally {
    clearInterval(timer)
    await endFaults()
  }
  expect(await Promise.all(previews)).toContain(false)
  expect(await isAccepted()).toBe(true)
})

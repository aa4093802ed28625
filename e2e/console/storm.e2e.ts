import { setTimeout as sleep } from 'node:timers/promises'
import { addFault } from '../support/garden-faults.ts'
import { requestsOfConsole } from '../support/garden-requests.ts'
import { bindingsWith } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const MEASURED_MS = 15_000
const STORM_MS = 20_000
/** New questions of people, each of which the console takes to the API server. */
const EVERY_MS = 250

test('in a storm of 429 questions are refused in words; afterwards the console asks no more than twice as often as before', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await signIn('operator')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const address = `${landscape.url}/api/v1/bindings/${free.kind}/${free.name}/actions/mark-dirty/preview`
  /** Whether the API server would take the change. */
  const isTaken = async (): Promise<boolean> => {
    const answer = await page.request.post(address, { data: { reason: 'looking' }, timeout: 90_000 })
    const { status, objection } = await answer.json()
    return answer.ok() && status === 'planned' && objection === null
  }
  const asked: Promise<boolean>[] = []
  const people = setInterval(() => asked.push(isTaken()), EVERY_MS)
  const rate = async () => {
    const before = await requestsOfConsole(garden)
    await sleep(MEASURED_MS)
    return (await requestsOfConsole(garden)) - before
  }
  const tooMany = { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 1 } as const
  let endFaults: () => Promise<unknown> = async () => {}
  try {
    const steady = await rate()
    expect(steady).toBeGreaterThan(MEASURED_MS / EVERY_MS)
    endFaults = await addFault(garden, {}, tooMany)
    await sleep(STORM_MS)
    await endFaults()
    expect(await rate()).toBeLessThanOrEqual(2 * steady)
  } finally {
    clearInterval(people)
    await endFaults()
  }
  expect(await Promise.all(asked)).toContain(false)
  expect(await isTaken()).toBe(true)
})

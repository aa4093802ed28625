import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const Line = z.object({
  audit: z.object({
    seq: z.string(),
    actor: z.string(),
    action: z.string().nullable(),
    requestId: z.string().nullable(),
    prevHash: z.string(),
    hash: z.string(),
  }),
})

/** The entries of the audit log among the lines of the log, in their order. */
function entriesIn(log: string) {
  const lines = log.split('\n').filter(line => line.includes('"audit":{"seq"'))
  return lines.map(line => Line.parse(JSON.parse(line)).audit)
}

test('with HAP_AUDIT_LOG each entry of the audit log is told to the log within seconds, with the id of its request, as a chain; without it none is', async ({
  browser,
  landscape,
}) => {
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const told = await startOtherConsole(kubeconfig, { LOG_LEVEL: 'info', HAP_AUDIT_LOG: 'on' })
  const untold = await startOtherConsole(kubeconfig, { LOG_LEVEL: 'info' })
  const act = async (url: string) => {
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await signInByPage(page, 'operator')
    await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
    const data = { plan: 'no-such-plan', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'ga-log' }
    const answer = await page.request.post('/api/v1/claims', { data, headers: { 'idempotency-key': 'of-the-log' } })
    expect(answer.status()).toBe(422)
    // A console adopts what it finds beside that, sooner or later.
    const { rows } = await (await page.request.get('/api/v1/audit?q=action:claim')).json()
    await context.close()
    return { claims: rows.length, requestId: answer.headers()['x-request-id'] }
  }
  try {
    const { claims, requestId } = await act(told.url)
    const other = await act(untold.url)
    expect([claims, other.claims]).toEqual([1, 1])
    const ofRequest = () => entriesIn(told.output()).filter(entry => entry.requestId === requestId)
    await expect.poll(() => ofRequest().length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(ofRequest()[0]).toMatchObject({ actor: 'Omar Operator', action: 'claim' })
    const all = entriesIn(told.output())
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => String(index + 1)))
    for (const [index, { prevHash }] of all.entries()) if (index > 0) expect(prevHash).toBe(all[index - 1]?.hash)
    // As long as it took there, and longer.
    expect(entriesIn(untold.output())).toEqual([])
    expect(untold.output()).toContain('"level":30')
  } finally {
    await told.stop()
    await untold.stop()
  }
})

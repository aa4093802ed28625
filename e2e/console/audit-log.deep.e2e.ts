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

/** The audit entries in the log, in order. */
function entriesIn(log: string) {
  const lines = log.split('\n').filter(line => line.includes('"audit":{"seq"'))
  return lines.map(line => Line.parse(JSON.parse(line)).audit)
}

test('with HAP_AUDIT_LOG the log contains each audit entry with its request id as a chain; without it, none', async ({
  browser,
  landscape,
}) => {
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const logging = await startOtherConsole(kubeconfig, { LOG_LEVEL: 'info', HAP_AUDIT_LOG: 'on' })
  const silent = await startOtherConsole(kubeconfig, { LOG_LEVEL: 'info' })
  const act = async (url: string) => {
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await signInByPage(page, 'operator')
    await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
    const data = { plan: 'no-such-plan', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: 'ga-log' }
    const answer = await page.request.post('/api/v1/claims', { data, headers: { 'idempotency-key': 'of-the-log' } })
    expect(answer.status()).toBe(422)
    // Only claims are counted, because a console also records the adoption of its landscape.
    const { rows } = await (await page.request.get('/api/v1/audit?q=action:claim')).json()
    await context.close()
    return { claims: rows.length, requestId: answer.headers()['x-request-id'] }
  }
  try {
    const { claims, requestId } = await act(logging.url)
    const other = await act(silent.url)
    expect([claims, other.claims]).toEqual([1, 1])
    const ofRequest = () => entriesIn(logging.output()).filter(entry => entry.requestId === requestId)
    await expect.poll(() => ofRequest().length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(ofRequest()[0]).toMatchObject({ actor: 'Omar Operator', action: 'claim' })
    const all = entriesIn(logging.output())
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => String(index + 1)))
    for (const [index, { prevHash }] of all.entries()) if (index > 0) expect(prevHash).toBe(all[index - 1]?.hash)
    // The second console has been running for at least as long.
    expect(entriesIn(silent.output())).toEqual([])
    expect(silent.output()).toContain('"level":30')
  } finally {
    await logging.stop()
    await silent.stop()
  }
})

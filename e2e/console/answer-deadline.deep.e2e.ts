import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { cuttingProxy } from '../../test/store/cutting-proxy.ts'
import { databaseSettings } from '../support/console-database.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { callDoor, type Door, doorsOf } from '../support/doors.ts'
import { addFault } from '../support/garden-faults.ts'
import { holdDialog } from '../support/hold-dialog.ts'
import type { Idle } from '../support/idle-binding.ts'
import { snapshotLabels } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** What a client notices: the deadline of the console, with time for the machine of the test. */
const LONGEST_MS = 20_000

/** Pages that need neither a fresh answer of the database nor one of Gardener. */
const READABLE = ['/', '/pools', '/bindings', '/shoots', '/global-accounts', '/rules', '/allowlist', '/simulator']

/** A console whose connections to database and API server can be silenced, with a signed-in browser. */
async function consoleBehindProxies(browser: Browser, kubeconfigFile: string) {
  const { DATABASE_URL = '' } = await databaseSettings('server')
  const database = await cuttingProxy(DATABASE_URL)
  const kubeconfig = readFileSync(kubeconfigFile, 'utf8')
  const [, server = ''] = /server: (\S+)/.exec(kubeconfig) ?? []
  const api = await cuttingProxy(server)
  const console = await startOtherConsole(kubeconfig.replaceAll(server, new URL(api.url).origin), {
    DATABASE_URL: database.url,
    HAP_STALE_AFTER: '300',
  })
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  const cookies = await signInByRequest(page.request, 'admin')
  await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
  const stop = async () => {
    await context.close()
    database.mend()
    api.mend()
    await console.stop()
    await Promise.all([database.close(), api.close()])
  }
  return { database, api, page, url: console.url, cookie: cookieOf(cookies), stop }
}

/** Calls all doors at once and lists those that take too long, or fail with an internal error. */
async function slowDoors(url: string, cookie: string): Promise<readonly string[]> {
  const doors = doorsOf('.next')
  const call = async (door: Door) => {
    const begun = performance.now()
    const { status } = await callDoor(url, door, { cookie })
    const ms = Math.round(performance.now() - begun)
    return ms > LONGEST_MS || status === 500 ? [`${door.kind} ${door.name}: ${status} after ${ms} ms`] : []
  }
  return (await Promise.all(doors.map(call))).flat()
}

const FAULTS = {
  'the database drops all packets': ({ database }) => database.silence(),
  'the open connections of the database died': ({ database }) => database.freeze(),
  'the API server drops all packets': ({ api }) => api.silence(),
} satisfies Readonly<Record<string, (world: Awaited<ReturnType<typeof consoleBehindProxies>>) => void>>

for (const [what, start] of Object.entries(FAULTS))
  test(`every entry point answers within 20 s when ${what}, and pages stay readable`, async ({
    browser,
    landscape,
  }) => {
    test.setTimeout(300_000)
    const world = await consoleBehindProxies(browser, landscape.adminKubeconfig)
    const { page, url, cookie, stop } = world
    try {
      start(world)
      expect(await slowDoors(url, cookie)).toEqual([])
      for (const path of READABLE) expect((await page.request.get(path)).status(), path).toBe(200)
    } finally {
      await stop()
    }
  })

test('every entry point answers within 20 s when the API server answers 503, and pages stay readable', async ({
  browser,
  landscape,
  garden,
}) => {
  test.setTimeout(300_000)
  const { page, url, cookie, stop } = await consoleBehindProxies(browser, landscape.adminKubeconfig)
  const endFault = await addFault(garden, {}, { type: 'status', status: 503 })
  try {
    expect(await slowDoors(url, cookie)).toEqual([])
    for (const path of READABLE) expect((await page.request.get(path)).status(), path).toBe(200)
  } finally {
    await endFault()
    await stop()
  }
})

test('an action whose API server is silent answers in time by API and page, and its outcome is known afterwards', async ({
  browser,
  landscape,
  garden,
}) => {
  test.setTimeout(300_000)
  const { api, page, stop } = await consoleBehindProxies(browser, landscape.adminKubeconfig)
  let restoreLabels: () => Promise<unknown> = async () => {}
  try {
    const { dialog, hold, binding } = await holdDialog(page)
    const idle = await page.request.get('/api/v1/bindings?q=state:claimed+shoots:0+kind:CredentialsBinding')
    const { rows: found }: { rows: Idle[] } = await idle.json()
    const other = found.find(({ name }) => name !== binding.name)
    if (other === undefined) throw new Error('The landscape has only one idle binding.')
    const restores = await Promise.all([binding, other].map(({ kind, name }) => snapshotLabels(garden, kind, name)))
    restoreLabels = () => Promise.all(restores.map(restore => restore()))
    await expect(dialog).toContainText('Dry run passed: the API server would accept this change.')
    api.silence()
    await hold.click()
    const begun = performance.now()
    const late = await page.request.post(`/api/v1/bindings/${other.kind}/${other.name}/actions/hold`, {
      headers: { origin: new URL(page.url()).origin, 'x-request-id': 'of-the-deadline' },
      data: { reason: 'looking at it too', until: new Date(Date.now() + 3_600_000).toISOString() },
      timeout: 60_000,
    })
    expect(performance.now() - begun).toBeLessThan(LONGEST_MS)
    expect(late.status(), await late.text()).toBe(504)
    expect((await late.json()).detail).toContain('The audit log has its outcome under request:of-the-deadline.')
    await expect(dialog).toContainText('A change that has begun continues.')
    api.mend()
    await expect(page.getByText(`${binding.name} was put on hold.`)).toBeVisible({ timeout: 120_000 })
    const outcomes = async () => {
      const { rows } = await (await page.request.get('/api/v1/audit?q=request:of-the-deadline')).json()
      return (rows as { outcome: string }[]).map(({ outcome }) => outcome)
    }
    await expect.poll(outcomes, { timeout: 120_000 }).toEqual([expect.stringMatching(/^(accepted|refused|failed)$/)])
  } finally {
    api.mend()
    await restoreLabels()
    await stop()
  }
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import { ANNOTATIONS, type BindingKind } from '#lib/hap/pools/binding.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { startTestConsole } from '../../test/kit/console.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const TARGETS = 8

interface Target {
  readonly kind: BindingKind
  readonly name: string
}

/** Starts a job and returns its id. */
async function order(page: Page, action: string, targets: readonly Target[]): Promise<string> {
  const seen: object[] = []
  for (const { kind, name } of targets) {
    const { resourceVersion } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
    seen.push({ kind, name, seenVersion: resourceVersion })
  }
  const answer = await page.request.post('/api/v1/jobs', {
    data: { action, reason: 'over a restart', targets: seen },
    headers: { 'idempotency-key': action },
  })
  expect(answer.status()).toBe(202)
  return (await answer.json()).id
}

test('a job continues where it stopped when the console is restarted or killed', async ({ browser }) => {
  test.setTimeout(420_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-restart-'))
  // The throttle of the API server slows the job down.
  const garden = await startGarden({ dataDir: path.join(folder, 'garden'), size: 'small', seed: 1 })
  const client = createGardenClient({ access: loadKubeconfig(garden.kubeconfigFile('admin')), version: 'e2e' })
  const port = await freePort()
  const start = () =>
    startTestConsole(
      {
        KUBECONFIG: garden.kubeconfigFile('operator'),
        DATA_DIR: path.join(folder, 'console'),
        HAP_SESSION_SECRET: SESSION_SECRET,
        // By default a shutdown waits for open requests, so the job would finish.
        HAP_DRAIN_SECONDS: '0',
        LOG_LEVEL: 'silent',
      },
      { port },
    )
  let console = await start()
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  try {
    await signInByPage(page, 'operator')
    const params = { q: 'state:free,claimed kind:CredentialsBinding', limit: 100 }
    const { rows } = await (await page.request.get('/api/v1/bindings', { params })).json()
    const targets: readonly Target[] = rows
      .filter(({ others }: { readonly others: number }) => others === 0)
      .slice(0, TARGETS)
    expect(targets).toHaveLength(TARGETS)
    let writes = 0
    for (const [action, signal] of [
      ['hold', 'SIGTERM'],
      ['unhold', 'SIGKILL'],
    ] as const) {
      const id = await order(page, action, targets)
      const job = async () => (await (await page.request.get(`/api/v1/jobs/${id}`)).json()).job
      await page.goto(`/jobs/${id}`)
      await expect.poll(async () => (await job()).counts.done, { intervals: [100] }).toBeGreaterThan(1)
      console.process.kill(signal)
      await once(console.process, 'exit')
      console = await start()
      const { counts, startedAt } = await job()
      expect(counts.done).toBeLessThan(TARGETS)
      // The page has been open since the start of the job.
      await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible({ timeout: 120_000 })
      await expect(page.getByText(`${TARGETS} of ${TARGETS}`, { exact: true })).toBeVisible()
      expect(await job()).toMatchObject({ status: 'done', startedAt, counts: { done: TARGETS } })
      writes++
      for (const { kind, name } of targets) {
        const { metadata } = await client.get<KubeObject>({
          resource: bindingResource(kind),
          namespace: NAMESPACE,
          name,
        })
        expect(metadata?.labels?.dirty).toBe(action === 'hold' ? 'held' : undefined)
        expect(metadata?.annotations?.[ANNOTATIONS.writes]?.split(' '), 'each is written once').toHaveLength(writes)
      }
      const ends = await page.request.get('/api/v1/audit', { params: { q: `action:"end job" target:${id}` } })
      expect((await ends.json()).rows).toMatchObject([{ outcome: 'accepted' }])
    }
  } finally {
    await context.close()
    await console.stop()
    client.close()
    await garden.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

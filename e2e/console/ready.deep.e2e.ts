import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { freePort } from '../../test/kit/free-port.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { expect, test } from '../support/test.ts'

/** A kubeconfig for an unreachable server. */
async function toUnreachable(kubeconfig: string): Promise<string> {
  const config = parse(kubeconfig)
  config.clusters[0].cluster.server = `https://127.0.0.1:${await freePort()}`
  return stringify(config)
}

test('a console that starts without its database and Gardener is healthy but not ready, and lists the failed checks without addresses', async ({
  landscape,
}) => {
  const postgres = await startPostgres()
  await postgres.kill()
  const kubeconfig = await toUnreachable(readFileSync(landscape.adminKubeconfig, 'utf8'))
  const console = await startOtherConsole(kubeconfig, { DATABASE_URL: postgres.url })
  const ready = async (accept: string) => {
    const answer = await fetch(`${console.url}/readyz`, { headers: { accept } })
    return { status: answer.status, text: await answer.text() }
  }
  const open = async (): Promise<readonly string[]> => {
    const { checks } = JSON.parse((await ready('application/json')).text)
    const left = checks.filter(({ state }: { state: string }) => state === 'not-ready')
    return left.map(({ check, of }: { check: string; of?: string }) => (of === undefined ? check : `${check} ${of}`))
  }
  try {
    expect((await fetch(`${console.url}/healthz`)).status).toBe(200)
    expect(await open()).toEqual(
      expect.arrayContaining(['database', 'migrations', 'gardener CredentialsBinding', 'gardener Shoot']),
    )
    const { status, text } = await ready('text/plain')
    expect(status).toBe(503)
    expect(text).toContain('The console is not ready.')
    expect(text).toContain('not-ready: The database has not responded yet.')
    expect(text).toContain('not-ready: Not all Shoot objects have been read yet.')
    expect(text).not.toContain('127.0.0.1')

    await postgres.restart()
    await expect.poll(open, { timeout: 60_000 }).not.toContain('database')
    expect(await open()).not.toContain('migrations')
    const then = await ready('text/plain')
    expect(then.status, 'Gardener is still away').toBe(503)
    expect(then.text).not.toContain('The database')
    expect((await fetch(`${console.url}/healthz`)).status).toBe(200)
  } finally {
    await console.stop()
    await postgres.stop()
  }
})

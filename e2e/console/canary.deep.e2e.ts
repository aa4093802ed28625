import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { ROLES } from '#lib/auth/roles.ts'
import { piecesOf } from '../../test/operators/canaries.ts'
import { type Answer, callDoor, type Door, doorsOf } from '../support/doors.ts'
import { failRequests } from '../support/garden-faults.ts'
import { importCluster, kubeconfigText, requestKubeconfig, tokenIn } from '../support/kubeconfigs.ts'
import { type SecretWorld, startSecretWorld } from '../support/secret-world.ts'
import { SESSION_COOKIE } from '../support/session-cookie.ts'
import { signInByRequest } from '../support/sign-in.ts'

const REQUEST = 'canary.component'
const ADA = { id: 'i-1', email: 'ada@example.com' }

let world: SecretWorld

test.beforeAll(async () => {
  world = await startSecretWorld()
})

test.afterAll(() => world?.stop())

/** Searches texts for secrets and collects where each was found. */
class Search {
  readonly #pieces: (readonly [string, readonly string[]])[] = []
  readonly found = new Set<string>()
  /** Number of searched characters. */
  seen = 0

  add(name: string, secret: string): void {
    expect(secret.length, name).toBeGreaterThanOrEqual(32)
    this.#pieces.push([name, piecesOf(secret)])
  }

  in(place: string, text: string): void {
    this.seen += text.length
    for (const [name, pieces] of this.#pieces)
      if (pieces.some(piece => text.includes(piece))) this.found.add(`${name} in ${place}`)
  }
}

/** Calls all entry points, six at a time. */
async function visit(
  doors: readonly Door[],
  headers: Readonly<Record<string, string>>,
  onAnswer: (door: Door, answer: Answer) => void,
): Promise<void> {
  const left = [...doors]
  const work = async () => {
    for (let door = left.shift(); door; door = left.shift()) {
      const { method, address } = door
      const answer = await callDoor(world.console.url, door, headers).catch((cause: unknown) => {
        throw new Error(`${method} ${address} gave no answer.`, { cause })
      })
      onAnswer(door, answer)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
}

const wholeOf = ({ headers, text }: Answer) => `${JSON.stringify([...headers])}\n${text}`

/** The text of every row in the database. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: world.postgres.url })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    const tables: string[] = []
    for (const { tablename } of rows) {
      const { rows: texts } = await client.query(`SELECT t::text AS text FROM public."${tablename}" t`)
      tables.push(`${tablename}\n${texts.map(({ text }) => text).join('\n')}`)
    }
    return tables.join('\n')
  } finally {
    await client.end()
  }
}

/** Reads an event stream. Returns a function that closes it and returns its text. */
async function listen(headers: Readonly<Record<string, string>>): Promise<() => Promise<string>> {
  const leave = new AbortController()
  const answer = await fetch(`${world.console.url}/api/v1/events`, { headers, signal: leave.signal })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  return async () => {
    leave.abort()
    await reading
    return text
  }
}

/** The entry points with the names of existing objects instead of absent ones. */
async function realDoors(doors: readonly Door[], headers: Readonly<Record<string, string>>): Promise<readonly Door[]> {
  const first = async (list: string) => {
    const answer = await fetch(`${world.console.url}/api/v1/${list}`, { headers })
    const { rows, groups } = await answer.json()
    const [row] = rows ?? groups[0].pools
    expect(row, list).toBeTruthy()
    return row
  }
  const [{ name }, { key }, { id }] = [
    await first('bindings?q=kind:CredentialsBinding'),
    await first('pools'),
    await first('global-accounts'),
  ]
  const names: readonly (readonly [RegExp, string])[] = [
    [/(bindings\/CredentialsBinding)\/there-is-none/, `$1/${name}`],
    [/(kubeconfigs)\/there-is-none/, `$1/${REQUEST}`],
    [/(clusters)\/there-is-none/, '$1/canary'],
    [/(pools)\/there-is-none/, `$1/${encodeURIComponent(key)}`],
    [/(global-accounts)\/there-is-none/, `$1/${encodeURIComponent(id)}`],
    [/(audit|revisions)\/999999999/, '$1/1'],
    [/(actions)\/there-is-none/, '$1/hold'],
  ]
  return doors
    .filter(({ method, name: door }) => method === 'GET' || door.endsWith('/preview'))
    .flatMap(door => {
      const address = names.reduce((text, [from, to]) => text.replace(from, to), door.address)
      return address.includes('there-is-none') ? [] : [{ ...door, address }]
    })
}

async function signInByIssuer(page: Page): Promise<void> {
  Object.assign(world.issuer, { person: ADA })
  world.issuer.put(ADA, ['admins'])
  await page.goto(`${world.console.url}/sign-in`)
  await page.getByRole('button', { name: /^Sign in/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

test('the files of the build contain no secret and no source', async () => {
  const search = new Search()
  for (const [name, secret] of world.secrets) search.add(name, secret)
  const files = ['.next/static', '.next/server'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name)),
  )
  const scripts = files.filter(file => /\.(js|css|json|html|rsc|map|txt)$/.test(file) && statSync(file).isFile())
  expect(scripts.length).toBeGreaterThan(100)
  for (const file of scripts) {
    const text = readFileSync(file, 'utf8')
    search.in(file, text)
    if (!file.startsWith('.next/static')) continue
    // A source map without sources reveals none.
    if (file.endsWith('.map')) expect(JSON.parse(text), file).toEqual({ version: 3, sources: [], sections: [] })
    expect(text, file).not.toMatch(/sourceMappingURL|sourcesContent|-----BEGIN [A-Z ]*PRIVATE KEY/)
    const address = `${world.console.url}/_next/${path.relative('.next', file)}.map`
    if (file.endsWith('.js') && !existsSync(`${file}.map`))
      expect((await fetch(address, { redirect: 'manual' })).status, address).not.toBe(200)
  }
  expect([...search.found]).toEqual([])
})

test('secrets occur in no page, response, metric, event, database row or log line except where they belong', async ({
  page,
  playwright,
}) => {
  const { console, secrets, garden, issuer, postgres } = world
  const search = new Search()
  for (const [name, secret] of secrets) search.add(name, secret)
  const doors = doorsOf('.next')
  const sessions = new Map<string, Record<string, string>>([['nobody', {}]])
  for (const role of ROLES) {
    const request = await playwright.request.newContext({ baseURL: console.url })
    const cookies = await signInByRequest(request, role)
    await request.dispose()
    search.add(`session of ${role}`, cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? '')
    sessions.set(role, { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
  }
  const admin = sessions.get('admin') ?? {}
  const json = { ...admin, 'content-type': 'application/json', origin: console.url, 'idempotency-key': 'canary' }
  const send = (address: string, body: object) =>
    fetch(console.url + address, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const stopListening = await listen(admin)

  await test.step('secrets that are shown once', async () => {
    await expect.poll(async () => (await fetch(`${console.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
    await signInByIssuer(page)
    const own = (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)
    search.add('session by the identity provider', own?.value ?? '')
    expect(issuer.issued.size).toBeGreaterThan(2)
    const made = await send('/api/v1/tokens', { name: 'canary', role: 'viewer', days: 1 })
    const { token } = await made.json()
    expect([made.status, token]).toEqual([201, expect.stringMatching(/^hap_/)])
    search.add('API token', token)
    await importCluster(garden, 'canary')
    await requestKubeconfig(garden, REQUEST, { cluster: 'canary' })
    const request = `/api/v1/operators/kubeconfigs/${REQUEST}`
    const read = async () => (await fetch(console.url + request, { headers: admin })).json()
    await expect.poll(async () => (await read()).row?.state, { timeout: 30_000 }).toBe('issued')
    const { uid, generation } = await read()
    const download = await send(`${request}/download`, { seen: { uid, generation }, reason: 'canary' })
    const text = await kubeconfigText({ adminKubeconfig: world.gardenAdmin }, REQUEST)
    expect(await download.text()).toBe(text)
    search.add('issued kubeconfig', tokenIn(text))
    const program = { authorization: `Bearer ${token}` }
    await visit(
      doors.filter(({ name }) => name === 'GET /api/v1/pools'),
      program,
      (_, { status }) => {
        expect(status).toBe(200)
      },
    )
    // Proves that the search finds secrets.
    search.in('the download', text)
    search.in('the answer with the token', JSON.stringify({ token }))
    expect([...search.found]).toEqual(['issued kubeconfig in the download', 'API token in the answer with the token'])
    search.found.clear()
  })

  const everywhere = async (where: string, which: readonly Door[], who: readonly string[]) => {
    const statuses = new Set<number>()
    for (const name of who)
      await visit(which, sessions.get(name) ?? {}, (door, answer) => {
        statuses.add(answer.status)
        search.in(`${door.kind} ${door.name} to ${name}${where}`, wholeOf(answer))
      })
    return statuses
  }
  const real = await realDoors(doors, admin)
  await test.step('every page, route and action as every role, for existing and absent objects', async () => {
    const statuses = await everywhere('', doors, [...sessions.keys()])
    for (const status of [200, 400, 401, 403, 404]) expect(statuses).toContain(status)
    expect(await everywhere(' of what there is', real, [...ROLES])).toContain(200)
  })
  await test.step('metrics and health', async () => {
    for (const address of [world.metricsUrl, `${console.url}/healthz`, `${console.url}/readyz`]) {
      const answer = await fetch(address)
      expect(answer.status).toBe(200)
      search.in(address, await answer.text())
    }
  })
  await test.step('while Gardener returns secrets in errors, and while the database is down', async () => {
    const words = `echo ${[...secrets.values()].join(' ')}`
    const mend = await failRequests(garden, 'credentialsbindings.security.gardener.cloud', 500, words)
    const mendRequests = await failRequests(garden, 'kubeconfigrequests.operator.kyma-project.io', 500, words)
    // Writes would wait until Gardener accepts them again.
    const reads = real.filter(({ method }) => method === 'GET')
    await everywhere(' while Gardener fails', reads, ['admin'])
    await mendRequests()
    await mend()
    await postgres.kill()
    const down = await everywhere(' while the database is down', reads, ['admin'])
    expect(down).toContain(503)
    await postgres.restart()
  })
  for (const token of issuer.issued) search.add('token of the identity provider', token)
  search.in('the events', await stopListening())
  search.in('the database', await dump())
  const log = console.output()
  expect(log).toContain('"level":20')
  expect(log).toContain('"audit":{')
  search.in('the log', log)
  expect([...search.found]).toEqual([])
  expect(search.seen).toBeGreaterThan(5_000_000)
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { CREDENTIALS_BINDINGS, type Resource, resourcePath, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { accountObjects, shootObject } from '../claims/account-objects.ts'
import { gardenerKinds } from '../cluster/gardener-kinds.ts'
import { clusterTarget } from '../contract/cluster-target.ts'
import { HttpClient } from '../contract/http-client.ts'
import { waitUntil } from '../kit/wait.ts'
import { startPostgres } from '../store/postgres/start-postgres.ts'
import { FOREIGN_MARK } from './pools.ts'

/** An API server and a database server for all scenarios. */
export interface Servers {
  readonly kubeconfig: string
  readonly server: 'embedded garden' | 'cluster'
  readonly databaseUrl: string
  stop(): Promise<void>
}

/**
 * Starts an embedded garden without a kubeconfig, and PostgreSQL on loopback without a database URL. `delayMs` is an
 * additional delay of that garden for each request about bindings.
 */
export async function startServers(
  kubeconfig: string | null,
  databaseUrl: string | null,
  delayMs = 0,
): Promise<Servers> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hap-stress-'))
  const options = { dataDir, size: 'small', seed: 1, throttle: false, faults: delayMs > 0 } as const
  const garden = kubeconfig === null ? await startGarden(options) : null
  if (garden && delayMs > 0) await slowDown(garden.kubeconfigFile('admin'), delayMs)
  const postgres = databaseUrl === null ? await startPostgres({ settings: ['max_connections=300'] }) : null
  return {
    kubeconfig: kubeconfig ?? garden?.kubeconfigFile('admin') ?? '',
    server: kubeconfig === null ? 'embedded garden' : 'cluster',
    databaseUrl: databaseUrl ?? postgres?.url ?? '',
    async stop() {
      await garden?.stop()
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Simulates the latency of a real server, which is slower than the embedded one. */
async function slowDown(kubeconfig: string, ms: number): Promise<void> {
  const { connection, identify } = clusterTarget(kubeconfig)
  const http = new HttpClient(connection)
  for (const verb of ['get', 'list', 'patch']) {
    const fault = {
      match: { verb, resource: 'credentialsbindings.security.gardener.cloud', userAgent: 'hap-console/' },
      times: 0,
      mishap: { type: 'delay', ms },
    }
    const headers = { ...identify('admin'), Accept: 'application/json', 'Content-Type': 'application/json' }
    const { status } = await http.send({ method: 'POST', path: '/garden/faults', headers, body: JSON.stringify(fault) })
    if (status >= 300) throw new Error(`The garden cannot be slowed down: ${status}`)
  }
  http.close()
}

/** A namespace and a database for one scenario. */
export class Landscape {
  readonly namespace: string
  readonly databaseUrl: string
  readonly kubeconfig: string
  readonly #http: HttpClient
  readonly #headers: Readonly<Record<string, string | string[]>>

  private constructor(servers: Servers, name: string, databaseUrl: string) {
    const target = clusterTarget(servers.kubeconfig)
    this.namespace = name
    this.databaseUrl = databaseUrl
    this.kubeconfig = servers.kubeconfig
    this.#http = new HttpClient(target.connection)
    this.#headers = { ...target.identify('admin'), Accept: 'application/json' }
  }

  static async create(servers: Servers, scenario: string): Promise<Landscape> {
    const name = `stress-${scenario}-${randomUUID().slice(0, 8)}`
    const landscape = new Landscape(servers, name, await createDatabase(servers.databaseUrl, name.replaceAll('-', '_')))
    if (servers.server === 'cluster') {
      for (const kind of gardenerKinds())
        await landscape.#post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', kind)
    }
    await landscape.#post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    return landscape
  }

  /** Adds accounts whose bindings have these labels. */
  async addAccounts(names: readonly string[], labels: Readonly<Record<string, string>>): Promise<void> {
    await inParallel(names, 16, async name => {
      const [secret, binding] = accountObjects(this.namespace, name, labels)
      await this.#create(SECRETS, secret)
      await this.#create(CREDENTIALS_BINDINGS, binding)
    })
  }

  async addShoot(name: string, binding: string, tenant: string): Promise<void> {
    await this.#create(SHOOTS, shootObject(this.namespace, name, binding, tenant))
  }

  /** Deletes a shoot and waits until it is gone, like a client before it releases the account. */
  async removeShoot(name: string): Promise<void> {
    const url = resourcePath({ resource: SHOOTS, namespace: this.namespace, name })
    await this.#send('DELETE', url, null)
    await waitUntil(async () => (await this.#send('GET', url, null)) === 404, {
      what: `the shoot ${name} is deleted`,
      withinMs: 60_000,
      everyMs: 100,
    })
  }

  /** Marks an account dirty like an unmodified KEB: a plain write of labels, without a fence and an epoch. */
  async markDirty(binding: string): Promise<void> {
    const url = resourcePath({ resource: CREDENTIALS_BINDINGS, namespace: this.namespace, name: binding })
    // A new value for each write, so that it creates a version even if the account is dirty already.
    const labels = { dirty: 'true', [FOREIGN_MARK]: randomUUID().slice(0, 8) }
    await this.#insist('PATCH', url, { metadata: { labels } })
  }

  /** Takes an account out of every pool or puts it back, like a user with kubectl. */
  async setInternal(binding: string, isInternal: boolean): Promise<void> {
    const url = resourcePath({ resource: CREDENTIALS_BINDINGS, namespace: this.namespace, name: binding })
    await this.#insist('PATCH', url, { metadata: { labels: { internal: isInternal ? 'true' : null } } })
  }

  close(): void {
    this.#http.close()
  }

  async #create(resource: Resource, object: unknown): Promise<void> {
    await this.#post(resourcePath({ resource, namespace: this.namespace }), object)
  }

  #post(url: string, object: unknown): Promise<void> {
    return this.#insist('POST', url, object)
  }

  /** Retries, as new kinds take a moment until they are served; existing objects are fine. */
  async #insist(method: 'POST' | 'PATCH', url: string, object: unknown): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const status = await this.#send(method, url, object)
      if (status < 300 || (status === 409 && method === 'POST')) return
      if (attempt === 50 || status === 422) throw new Error(`${method} ${url}: ${status}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async #send(method: string, url: string, object: unknown): Promise<number> {
    const body = object === null ? null : JSON.stringify(object)
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = { ...this.#headers, 'Content-Type': type }
    const { status } = await this.#http.send({ method, path: url, headers, body })
    return status
  }
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work for each item, with a limit of concurrency. */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import { createServerCertificates } from '#embedded-garden/tls/certificates.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { type Issuer, oidcSettings, startIssuer } from './issuer.ts'
import { NAMESPACE } from './landscape-accounts.ts'
import { startOtherConsole } from './other-console.ts'

type Console = Awaited<ReturnType<typeof startOtherConsole>>

/** A console whose secrets are all known and occur nowhere else. */
export interface SecretWorld {
  readonly console: Console
  readonly metricsUrl: string
  readonly garden: GardenClient
  readonly gardenAdmin: string
  readonly issuer: Issuer
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>
  /** Each secret by its purpose. */
  readonly secrets: Map<string, string>
  stop(): Promise<void>
}

/** An unguessable text with characters that JSON, addresses and base64 encode differently. */
function marker(): string {
  return `${randomBytes(24).toString('hex')}/+"=\\${randomBytes(24).toString('hex')}`
}

export async function startSecretWorld(): Promise<SecretWorld> {
  const stops: (() => Promise<unknown>)[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-canary-'))
  stops.push(async () => rmSync(folder, { recursive: true, force: true }))
  const secrets = new Map(
    ['database password', 'session secret', 'client secret'].map(name => [name, marker()] as const),
  )
  const garden = await startGarden({ dataDir: folder, size: 'small', seed: 1, faults: true, throttle: false })
  stops.push(() => garden.stop())
  const gardenAdmin = garden.kubeconfigFile('admin')
  const client = createGardenClient({ access: loadKubeconfig(gardenAdmin), version: 'e2e' })
  stops.push(async () => client.close())
  await markAccounts(client, secrets)
  const kubeconfig = await withClientKey(readFileSync(garden.kubeconfigFile('operator'), 'utf8'), secrets)
  const controlPlane = path.join(folder, 'control-plane.yaml')
  writeFileSync(controlPlane, kubeconfig)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const issuer = await startIssuer(`http://127.0.0.1:${port}`, secrets.get('client secret'))
  stops.push(() => issuer.stop())
  const postgres = await startPostgres()
  stops.push(() => postgres.stop())
  const database = new URL(postgres.url)
  database.password = secrets.get('database password') ?? ''
  const settings = {
    DATABASE_URL: database.href,
    HAP_SESSION_SECRET: secrets.get('session secret') ?? '',
    HAP_KCP_KUBECONFIG: controlPlane,
    ...oidcSettings(issuer),
    HAP_ROLE_GROUPS: 'admin=admins',
    HAP_GROUPS_RECHECK: '5s',
    HAP_CLEANERS: 'aws,azure,gcp',
    HAP_METRICS_PORT: String(metricsPort),
    HAP_AUDIT_LOG: 'on',
    HAP_REQUESTS_PER_USER: '0',
    HAP_REQUESTS_PER_ADDRESS: '0',
    LOG_LEVEL: 'debug',
  }
  const console = await startOtherConsole(kubeconfig, settings, { port })
  stops.push(() => console.stop())
  return {
    console,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    garden: client,
    gardenAdmin,
    issuer,
    postgres,
    secrets,
    async stop() {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}

/** The kubeconfig of the garden's operator, with a client key in addition to the token. */
async function withClientKey(kubeconfig: string, secrets: Map<string, string>): Promise<string> {
  const { certificate, privateKey } = await createServerCertificates(new Date())
  const config = parse(kubeconfig)
  const { user } = config.users[0]
  secrets.set('garden token', user.token)
  secrets.set('client key', privateKey)
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  user['client-certificate-data'] = encoded(certificate)
  user['client-key-data'] = encoded(privateKey)
  return stringify(config)
}

/** Fields that identify the credentials; without them no cleaner calls its provider. */
const IDENTITY_FIELDS = ['accessKeyID', 'clientID', 'subscriptionID', 'tenantID']

/**
 * Makes the credentials of all accounts unusable: a cleaner reads them and reports the fault without calling a
 * provider.
 */
async function markAccounts(garden: GardenClient, secrets: Map<string, string>): Promise<void> {
  const fields = ['secretAccessKey', 'clientSecret', 'serviceaccount.json', 'password']
  for (const field of fields) secrets.set(field, marker())
  const broken: Record<string, string> = {
    ...Object.fromEntries(secrets),
    'serviceaccount.json': `{"private_key": ${secrets.get('serviceaccount.json')}`,
  }
  const data = {
    ...Object.fromEntries(fields.map(field => [field, Buffer.from(broken[field] ?? '').toString('base64')])),
    ...Object.fromEntries(IDENTITY_FIELDS.map(field => [field, null])),
  }
  const names: string[] = []
  await garden.page({ resource: SECRETS, namespace: NAMESPACE }, { limit: 500 }, ({ metadata }) => {
    if (metadata?.name) names.push(metadata.name)
  })
  for (const name of names) {
    const place = { resource: SECRETS, namespace: NAMESPACE, name }
    const { metadata } = await garden.get(place)
    await garden.patch(place, { data }, { resourceVersion: metadata?.resourceVersion ?? '' })
  }
}

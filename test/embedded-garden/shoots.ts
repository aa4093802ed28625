import { parse } from 'yaml'
import { type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { HttpClient } from '../contract/http-client.ts'
import type { ReceivedResponse } from '../contract/scenario.ts'
import { waitFor } from '../kit/wait.ts'
import { type Caller, MERGE } from './caller.ts'

export const SHOOTS = `/apis/core.gardener.cloud/v1beta1/namespaces/${LANDSCAPE_NAMESPACE}/shoots`
const CONFIRMED = { metadata: { annotations: { 'confirmation.gardener.cloud/deletion': 'true' } } }

/** A new Shoot on an account of the small landscape, with only the fields that the API server requires. */
export function shootManifest(name: string, spec: JsonObject = {}, binding = 'sap-aws-skr-cust-00003'): JsonObject {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: 'aws' },
      credentialsBindingName: binding,
      region: 'eu-central-1',
      kubernetes: { version: '1.34.7' },
      networking: { type: 'calico', pods: '100.64.0.0/12', nodes: '10.250.0.0/16', services: '100.104.0.0/13' },
      provider: {
        type: 'aws',
        workers: [
          {
            name: 'w',
            minimum: 1,
            maximum: 2,
            machine: { type: 'm6i.large', image: { name: 'gardenlinux', version: '1877.3.0' } },
            volume: { type: 'gp3', size: '50Gi' },
            zones: ['eu-central-1a'],
          },
        ],
      },
      ...spec,
    },
  }
}

/** `state` of the last operation, as `Create Succeeded`. */
export function operationOf(shoot: JsonObject): string {
  const operation = objectAt(objectAt(shoot, 'status'), 'lastOperation')
  return `${operation.type} ${operation.state}`
}

/** The shoot, once its last operation is the named one. */
export function untilOperation(caller: Caller, name: string, operation: string): Promise<JsonObject> {
  return waitFor(async () => {
    const shoot = await caller.ask('GET', `${SHOOTS}/${name}`)
    return operationOf(shoot) === operation ? shoot : null
  })
}

/** Creates a shoot and waits until it is ready. */
export async function createShoot(caller: Caller, name: string, spec: JsonObject = {}): Promise<JsonObject> {
  await caller.ask('POST', SHOOTS, { body: shootManifest(name, spec) })
  return untilOperation(caller, name, 'Create Succeeded')
}

/** Deletes a shoot and waits until it is deleted. */
export async function deleteShoot(caller: Caller, name: string): Promise<void> {
  await caller.ask('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body: CONFIRMED })
  await caller.ask('DELETE', `${SHOOTS}/${name}`)
  await waitFor(async () => ((await caller.call('GET', `${SHOOTS}/${name}`)).status === 404 ? true : null))
}

/** The kubeconfig that a shoot issues. */
export async function kubeconfigOf(caller: Caller, name: string, role: 'admin' | 'viewer' = 'admin'): Promise<string> {
  const body = { spec: { expirationSeconds: 600 } }
  const answer = await caller.ask('POST', `${SHOOTS}/${name}/${role}kubeconfig`, { body })
  return Buffer.from(stringAt(objectAt(answer, 'status'), 'kubeconfig'), 'base64').toString()
}

interface ShootCall {
  readonly body?: Json
  readonly type?: string
  /** Used instead of the certificate. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Direct requests to the API server of a shoot. */
interface ShootClient {
  call(method: string, path: string, options?: ShootCall): Promise<ReceivedResponse>
  ask(method: string, path: string, options?: ShootCall): Promise<JsonObject>
  close(): void
}

/** A client with the address and the certificate of a kubeconfig; `address` overrides the address. */
export function shootClient(kubeconfig: string, address?: string): ShootClient {
  const config = parse(kubeconfig) as JsonObject
  const cluster = objectAt(objectsAt(config, 'clusters')[0], 'cluster')
  const user = objectAt(objectsAt(config, 'users')[0], 'user')
  const server = new URL(address ?? stringAt(cluster, 'server'))
  const decode = (of: JsonObject, key: string) => Buffer.from(stringAt(of, key), 'base64').toString()
  const ca = decode(cluster, 'certificate-authority-data')
  const key = decode(user, 'client-key-data')
  const proven = new HttpClient({
    server: server.origin,
    tls: { ca, ...(key && { cert: decode(user, 'client-certificate-data'), key }) },
  })
  const unproven = new HttpClient({ server: server.origin, tls: { ca } })
  const call: ShootClient['call'] = (method, path, { body, type, token, headers } = {}) =>
    (token === undefined ? proven : unproven).send({
      method,
      path: `${server.pathname.replace(/\/$/, '')}${path}`,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  return {
    call,
    ask: async (method, path, options) => {
      const { status, body } = await call(method, path, options)
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
      return body as JsonObject
    },
    close: () => {
      proven.close()
      unproven.close()
    },
  }
}

import type { Persona } from '#embedded-garden/auth/garden-users.ts'
import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { isObject, type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { HttpClient } from '../contract/http-client.ts'
import type { ReceivedResponse, WatchEvent } from '../contract/scenario.ts'

interface CallOptions {
  readonly as?: Persona
  /** A token instead of a persona. */
  readonly token?: string
  readonly body?: Json
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A garden, and direct requests to it. */
export interface Caller {
  readonly garden: Garden
  call(method: string, path: string, options?: CallOptions): Promise<ReceivedResponse>
  /** Sends a request that must succeed; returns the body. */
  ask(method: string, path: string, options?: CallOptions): Promise<JsonObject>
  /** The events of a watch until it ends. */
  watch(path: string, options?: CallOptions): Promise<readonly WatchEvent[]>
  stop(): Promise<void>
}

export async function startCaller(options: GardenOptions = {}): Promise<Caller> {
  return callerOn(await createGarden({ throttle: false, ...options }))
}

export function callerOn(garden: Garden): Caller {
  const client = new HttpClient({ server: garden.url, tls: { ca: garden.caCertificate } })
  const call = (method: string, path: string, { as = 'admin', token, body, type, headers }: CallOptions = {}) =>
    client.send({
      method,
      path,
      headers: {
        Authorization: `Bearer ${token ?? garden.token(as)}`,
        ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    garden,
    call,
    ask: async (method, path, callOptions) => {
      const { status, body } = await call(method, path, callOptions)
      if (status >= 300 || !isObject(body)) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    watch: async (path, callOptions) => (await call('GET', path, callOptions)).events ?? [],
    stop: async () => {
      client.close()
      await garden.stop()
    },
  }
}

export const MERGE = 'application/merge-patch+json'

export function namespace(name: string): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

export function configMap(name: string, data: JsonObject = {}, labels: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data }
}

/** The causes of a Status, as `reason field`. */
export function causesOf({ body }: ReceivedResponse): string[] {
  const status = isObject(body) ? body : {}
  return objectsAt(objectAt(status, 'details'), 'causes').map(
    cause => `${stringAt(cause, 'reason')} ${stringAt(cause, 'field')}`,
  )
}

export function namesOf(list: JsonObject): string[] {
  return objectsAt(list, 'items').map(item => stringAt(objectAt(item, 'metadata'), 'name'))
}

export function versionOf(object: JsonObject): string {
  return stringAt(objectAt(object, 'metadata'), 'resourceVersion')
}

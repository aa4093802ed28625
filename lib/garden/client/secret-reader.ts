import { resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import { aim } from './aim.ts'
import type { CallOptions } from './client.ts'
import { ticks } from './credentials.ts'
import type { Access } from './kubeconfig.ts'
import { parseObject } from './parse-object.ts'
import { createTransport } from './transport.ts'

/** The one way to the data of a Secret, for the few who cannot do without: everybody else's client refuses to ask. */
export interface SecretReader {
  /** Values by key, decoded. Throws GardenError. Keep them in memory, no longer than needed. */
  read(place: SecretPlace, options?: CallOptions): Promise<SecretData>
  close(): void
}

interface SecretPlace {
  readonly namespace: string
  readonly name: string
}

type SecretData = Readonly<Record<string, Buffer>>

interface SecretReaderOptions {
  readonly access: Access
  /** Of this product, for the User-Agent: `hap-secret-reader/1.2.3`, so that audit logs tell it apart. */
  readonly version: string
  /** Milliseconds, by a clock that nobody sets. */
  readonly clock?: () => number
}

const READ_WITHIN = 15_000

/** Reads Secrets of the cluster of `access`. */
export function createSecretReader({ access, version, clock = ticks }: SecretReaderOptions): SecretReader {
  const transport = createTransport({ access, clock, userAgent: `hap-secret-reader/${version}`, gzip: false })
  return {
    async read({ namespace, name }, options = {}) {
      const place = { resource: SECRETS, namespace, name }
      const call = {
        ...aim('get', place),
        method: 'GET',
        path: resourcePath(place),
        accept: 'application/json',
        withinMs: options.withinMs ?? READ_WITHIN,
        signal: options.signal,
        secretData: true,
      } as const
      const { data } = parseObject<{ data?: Record<string, string> }>(call.doing, await transport.text(call))
      return Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64')]))
    },
    close: () => transport.close(),
  }
}

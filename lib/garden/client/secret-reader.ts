import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import { monotonicMs } from './credentials.ts'
import { GardenError } from './garden-error.ts'
import type { Access } from './kubeconfig.ts'
import { parseObject } from './read-object.ts'
import { describeCall } from './request.ts'
import { type CallOptions, createTransport } from './transport.ts'

/** The one way to the data of a Secret, for the few who cannot do without: everybody else's client refuses to ask. */
export interface SecretReader {
  /** Of the cluster the Secrets are in. */
  readonly server: string
  /** Values by key, decoded. Throws GardenError. Keep them in memory, no longer than needed. */
  read(place: SecretPlace, options?: ReadOptions): Promise<SecretData>
  close(): void
}

interface SecretPlace {
  readonly namespace: string
  readonly name: string
}

interface SecretObject extends KubeObject {
  readonly data?: Readonly<Record<string, string>>
}

interface ReadOptions extends CallOptions {
  /** Only what is in this version, whose metadata was looked at before: else `conflict`. */
  readonly version?: string
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
export function createSecretReader({ access, version, clock = monotonicMs }: SecretReaderOptions): SecretReader {
  const transport = createTransport({ access, clock, userAgent: `hap-secret-reader/${version}`, gzip: false })
  return {
    server: access.server,
    async read({ namespace, name }, options = {}) {
      const place = { resource: SECRETS, namespace, name }
      const call = {
        ...describeCall('get', place),
        method: 'GET',
        path: resourcePath(place),
        accept: 'application/json',
        withinMs: options.withinMs ?? READ_WITHIN,
        signal: options.signal,
        secretData: true,
      } as const
      const { metadata, data } = parseObject<SecretObject>(call.doing, await transport.text(call))
      if (options.version !== undefined && metadata?.resourceVersion !== options.version)
        throw new GardenError({
          kind: 'conflict',
          doing: call.doing,
          because: 'it has changed since it was looked at.',
        })
      const values = Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64')] as const)
      // Keys are anybody's choice: one such as `constructor` is there only if the Secret has it.
      return Object.assign<SecretData, SecretData>(Object.create(null), Object.fromEntries(values))
    },
    close: () => transport.close(),
  }
}

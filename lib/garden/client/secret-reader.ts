import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { resourcePath, SECRETS } from '#lib/garden/resources/resource.ts'
import { monotonicMs } from './credentials.ts'
import { GardenError } from './garden-error.ts'
import type { Access } from './kubeconfig.ts'
import { parseObject } from './read-page.ts'
import { describeCall } from './request.ts'
import { type CallOptions, createTransport } from './transport.ts'

/**
 * The only access to Secret data, for the few callers that need it: every other client refuses to
 * request it.
 */
export interface SecretReader {
  /** Server of the Secrets' cluster. */
  readonly server: string
  /** Decoded values by key. Throws GardenError. Keep them in memory, no longer than needed. */
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
  /** Version whose metadata was checked before: `conflict` for another one. */
  readonly version?: string
}

type SecretData = Readonly<Record<string, Buffer>>

interface SecretReaderOptions {
  readonly access: Access
  /**
   * Version of this product for the User-Agent `hap-secret-reader/1.2.3`, which audit logs can
   * distinguish.
   */
  readonly version: string
  /** Monotonic milliseconds. */
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
          because: 'it has changed since it was last read.',
        })
      const values = Object.entries(data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64')] as const)
      // Without a prototype: a key such as `constructor` exists only if the Secret has it.
      return Object.assign<SecretData, SecretData>(Object.create(null), Object.fromEntries(values))
    },
    close: () => transport.close(),
  }
}

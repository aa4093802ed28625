import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRET_BINDINGS } from '#lib/garden/resources/resource.ts'
import { CONDITION_CAUSES, type ConditionCause } from '#lib/hap/pools/account-condition.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'

/** Learns from every write of a binding and every dry run. Both methods return at once and never throw. */
export interface BindingWriteObserver {
  /** Gardener's checks of the account passed. */
  accepted(ref: BindingRef): void
  refused(ref: BindingRef, cause: ConditionCause): void
}

const RESOURCES = [CREDENTIALS_BINDINGS, SECRET_BINDINGS]
const KINDS = ['CredentialsBinding', 'SecretBinding'] as const

/** The client with an observer of what its patches of bindings come to: the one place through which all of them go. */
export function observeWrites<Client extends Pick<GardenClient, 'patch'>>(
  client: Client,
  observer: BindingWriteObserver,
): Client {
  return {
    ...client,
    async patch<T extends KubeObject>(...args: Parameters<GardenClient['patch']>): Promise<T> {
      const [{ resource, namespace, name }] = args
      const kind = KINDS[RESOURCES.indexOf(resource)]
      if (kind === undefined) return client.patch<T>(...args)
      const ref = { kind, namespace: namespace ?? '', name }
      try {
        const written = await client.patch<T>(...args)
        // Gardener checks nothing of a binding that is being deleted.
        if (written.metadata?.deletionTimestamp === undefined) observer.accepted(ref)
        return written
      } catch (error) {
        const cause = error instanceof GardenError ? CONDITION_CAUSES.find(each => each === error.obstacle) : undefined
        if (cause !== undefined) observer.refused(ref, cause)
        throw error
      }
    },
  }
}

import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, CREDENTIALS_BINDINGS, SECRET_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { isNarrowing } from '#lib/hap/lifecycle/narrowing.ts'
import { CONDITION_CAUSES, type ConditionCause } from '#lib/hap/pools/account-condition.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'

interface SendOptions {
  readonly dryRun?: boolean
  readonly withinMs: number
}

/**
 * The only write of a binding: under resourceVersion and uid of the object that was read; of a
 * binding in doubt only changes that restrict its use. Throws GardenError.
 */
export async function patchBinding(
  client: Pick<GardenClient, 'patch'>,
  binding: Binding,
  change: BindingChange,
  options: SendOptions,
): Promise<KubeObject> {
  const { kind, namespace, name, uid, resourceVersion, doubt } = binding
  if (doubt !== undefined && !isNarrowing(binding, change)) {
    throw new GardenError({
      kind: 'forbidden',
      doing: `write ${kind} ${name}`,
      because: RESTORED,
      obstacle: 'restored',
    })
  }
  const place = { resource: bindingResource(kind), namespace, name }
  return client.patch<KubeObject>(place, { metadata: { ...change } }, { ...options, resourceVersion, uid })
}

const RESTORED = 'it was restored or recreated, and nothing proves that it is in the state its labels say.'

/** Observes every write and dry run of a binding. Both methods return at once and never throw. */
export interface BindingWriteObserver {
  /** Gardener accepted the account. */
  accepted(ref: BindingRef): void
  refused(ref: BindingRef, cause: ConditionCause): void
}

const RESOURCES = [CREDENTIALS_BINDINGS, SECRET_BINDINGS]
const KINDS = ['CredentialsBinding', 'SecretBinding'] as const

/** Adds an observer to a client: every patch of a binding passes here. */
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
        // Gardener does not check a binding that is being deleted.
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

import type { GardenClient } from '#lib/garden/client/client.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { formatTimestamp } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { accountObjects, bindingObject, shootObject } from '../claims/account-objects.ts'
import { inParallel } from '../stress/landscape.ts'

/** Longer than an account rests after its release. */
const DIRTY_FOR_MS = 3_600_000

/** Creates dirty accounts that were released a while ago; the `used` ones still have a cluster. */
export async function addDirtyAccounts(
  garden: GardenClient,
  namespace: string,
  names: readonly string[],
  used: ReadonlySet<string>,
): Promise<void> {
  const since = { [ANNOTATIONS.stateSince]: formatTimestamp(Date.now() - DIRTY_FOR_MS) }
  await inParallel(names, 8, async name => {
    const labels = { hyperscalerType: 'aws', tenantName: `tenant-${name}`, dirty: 'true' }
    const [secret] = accountObjects(namespace, name, labels)
    const signIn = { ...secret, data: { account: Buffer.from(name).toString('base64') } }
    await garden.create({ resource: SECRETS, namespace }, signIn)
    const { metadata, ...binding } = bindingObject(namespace, name, labels)
    const noted = { ...binding, metadata: { ...metadata, annotations: since } }
    await garden.create({ resource: CREDENTIALS_BINDINGS, namespace }, noted)
    if (!used.has(name)) return
    const shoot = shootObject(namespace, `on-${name}`, name, labels.tenantName)
    await garden.create({ resource: SHOOTS, namespace }, shoot as KubeObject)
  })
}

/** Watches bindings: the number of writes, and the state after each change. */
export async function followAccounts(
  garden: GardenClient,
  namespace: string,
  names: ReadonlySet<string>,
  changed: (name: string, state: BindingState | null) => void,
) {
  const project = bindingProjection('CredentialsBinding', new Interner())
  const store = createWatchStore<KubeObject>({
    client: garden,
    collection: { resource: CREDENTIALS_BINDINGS, namespace },
    staleAfterMs: 60_000,
  })
  await store.ready(AbortSignal.timeout(60_000))
  let writes = 0
  store.subscribe(({ before, after }) => {
    const name = after?.metadata?.name ?? ''
    if (before === null || after === null || !names.has(name) || marksOf(before) === marksOf(after)) return
    writes++
    const binding = project(after)
    const pooled = binding && pooledBinding(binding)
    changed(name, pooled && stateAt(pooled, Date.now()))
  })
  return { writes: () => writes, stop: () => store.stop() }
}

/** Gardener writes finalizers on its own. */
function marksOf({ metadata }: KubeObject): string {
  return JSON.stringify([metadata?.labels, metadata?.annotations])
}

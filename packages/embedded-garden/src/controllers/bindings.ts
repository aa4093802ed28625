import { randomBytes, randomUUID } from 'node:crypto'
import { type BindingField, shootsOn } from '#embedded-garden/admission/binding-references.ts'
import { timestamp } from '#embedded-garden/clock.ts'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import {
  finalizersOf,
  isTerminating,
  type KubeObject,
  labelsOf,
  metadataOf,
  nameOf,
  namespaceOf,
  setMetadataMap,
  uidOf,
} from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

interface BindingKind {
  readonly storage: string
  readonly apiVersion: string
  readonly kind: 'SecretBinding' | 'CredentialsBinding'
  readonly field: BindingField
}

export const BINDING_KINDS: readonly BindingKind[] = [
  {
    storage: 'credentialsbindings.security.gardener.cloud',
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'CredentialsBinding',
    field: 'spec.credentialsBindingName',
  },
  {
    storage: 'secretbindings.core.gardener.cloud',
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'SecretBinding',
    field: 'spec.secretBindingName',
  },
]

const FINALIZER = 'gardener'
const RETRY_MS = 5_000

/** Reconciles bindings like gardener-controller-manager: adds the finalizer, labels the Secret, and finalizes a binding that no shoot uses. */
export function startBindingController(services: Services, kind: BindingKind): () => void {
  const { store } = services
  const queue = new WorkQueue(key => reconcile(services, kind, key), services.clock)
  const collection = store.collection(kind.storage)
  for (const stored of collection.entries('')) queue.add(stored.key)
  const stopBindings = collection.subscribe(change => queue.add(change.object.key))
  const stopShoots = store.collection('shoots.core.gardener.cloud').subscribe(change => {
    const name = change.type === 'DELETED' ? change.object.fields[kind.field] : undefined
    if (name) queue.add(`${change.object.key.split('/')[0]}/${name}`)
  })
  return () => {
    stopBindings()
    stopShoots()
    queue.close()
  }
}

function reconcile(services: Services, kind: BindingKind, key: string): number | null {
  const { store } = services
  const stored = store.collection(kind.storage).get(key)
  if (!stored) return null
  const binding = thaw(stored)
  if (!isTerminating(binding)) {
    markSecret(services, kind, binding)
    if (!finalizersOf(binding).includes(FINALIZER)) {
      metadataOf(binding).finalizers = [...finalizersOf(binding), FINALIZER]
      store.put(kind.storage, binding)
    }
    return null
  }
  if (!finalizersOf(binding).includes(FINALIZER)) return null
  const shoots = shootsOn({ services }, namespaceOf(binding), kind.field, stringAt(metadataOf(binding), 'name'))
  if (shoots.length > 0) {
    const message = `Cannot delete ${kind.kind}, because the following Shoots are still referencing it: ${JSON.stringify(shoots)}`
    recordEvent(services, kind, binding, {
      type: 'Warning',
      reason: 'ResourceReferenced',
      message,
      at: timestamp(services.clock),
    })
    return RETRY_MS * 12
  }
  metadataOf(binding).finalizers = finalizersOf(binding).filter(finalizer => finalizer !== FINALIZER)
  if (finalizersOf(binding).length === 0) store.remove(kind.storage, stored)
  else store.put(kind.storage, binding)
  return null
}

/** Sets the labels and the finalizer that show the use of a Secret. */
function markSecret({ store }: Services, kind: BindingKind, binding: KubeObject): void {
  const reference = objectAt(binding, kind.kind === 'SecretBinding' ? 'secretRef' : 'credentialsRef')
  if (kind.kind === 'CredentialsBinding' && stringAt(reference, 'kind') !== 'Secret') return
  const secret = store.read('secrets', stringAt(reference, 'namespace'), stringAt(reference, 'name'))
  if (!secret || isTerminating(secret)) return
  const lower = kind.kind.toLowerCase()
  const labels = labelsOf(secret)
  const finalizer = `gardener.cloud/${lower}`
  const wanted = { ...labels, [`reference.gardener.cloud/${lower}`]: 'true' }
  for (const type of stringAt(objectAt(binding, 'provider'), 'type').split(','))
    if (type) wanted[`provider.shoot.gardener.cloud/${type}`] = 'true'
  const complete = Object.keys(wanted).length === Object.keys(labels).length
  if (complete && finalizersOf(secret).includes(finalizer)) return
  setMetadataMap(secret, 'labels', wanted)
  metadataOf(secret).finalizers = [...new Set([...finalizersOf(secret), finalizer])]
  store.put('secrets', secret)
}

interface EventText {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** RFC 3339 */
  readonly at: string
}

/** Writes an Event about an object, or increments the count of an equal one. */
function recordEvent(
  { store }: Services,
  about: { apiVersion: string; kind: string },
  object: KubeObject,
  text: EventText,
): void {
  const namespace = namespaceOf(object)
  for (const stored of store.collection('events').entries(`${namespace}/`)) {
    const { fields } = stored
    if (fields['involvedObject.uid'] !== uidOf(object) || fields.reason !== text.reason) continue
    const event = thaw(stored)
    if (stringAt(event, 'message') !== text.message) continue
    store.put('events', { ...event, count: Number(event.count ?? 1) + 1, lastTimestamp: text.at })
    return
  }
  const { at, ...rest } = text
  store.put('events', {
    metadata: {
      name: `${nameOf(object)}.${randomBytes(8).toString('hex')}`,
      namespace,
      uid: randomUUID(),
      creationTimestamp: at,
    },
    involvedObject: {
      kind: about.kind,
      namespace,
      name: nameOf(object),
      uid: uidOf(object),
      apiVersion: about.apiVersion,
      resourceVersion: stringAt(objectAt(object, 'metadata'), 'resourceVersion'),
    },
    ...rest,
    source: { component: 'gardener-controller-manager' },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
    eventTime: null,
    reportingComponent: 'gardener-controller-manager',
    reportingInstance: '',
  })
}

const BINDING_FINALIZERS = new Set(BINDING_KINDS.map(({ kind }) => `gardener.cloud/${kind.toLowerCase()}`))

/** Removes the finalizers of terminating Secrets to which no binding refers. */
export function startSecretController({ store, clock }: Services): () => void {
  const collection = store.collection('secrets')
  const queue = new WorkQueue(key => {
    const stored = collection.get(key)
    if (stored) release(stored)
    return null
  }, clock)
  const release = (stored: Stored) => {
    const secret = thaw(stored)
    if (!isTerminating(secret) || isReferenced(stored.key)) return
    const left = finalizersOf(secret).filter(finalizer => !BINDING_FINALIZERS.has(finalizer))
    if (left.length === finalizersOf(secret).length) return
    metadataOf(secret).finalizers = left
    if (left.length === 0) store.remove('secrets', stored)
    else store.put('secrets', secret)
  }
  const isReferenced = (key: string) =>
    BINDING_KINDS.some(({ storage, kind }) =>
      [...store.collection(storage).entries('')].some(stored => {
        const reference = objectAt(thaw(stored), kind === 'SecretBinding' ? 'secretRef' : 'credentialsRef')
        const secret = kind === 'SecretBinding' || reference.kind === 'Secret'
        return secret && `${stringAt(reference, 'namespace')}/${stringAt(reference, 'name')}` === key
      }),
    )
  const stops = [
    collection.subscribe(change => change.type === 'MODIFIED' && queue.add(change.object.key)),
    ...BINDING_KINDS.map(({ storage, kind }) =>
      store.collection(storage).subscribe(change => {
        if (change.type !== 'DELETED') return
        const reference = objectAt(thaw(change.object), kind === 'SecretBinding' ? 'secretRef' : 'credentialsRef')
        queue.add(`${stringAt(reference, 'namespace')}/${stringAt(reference, 'name')}`)
      }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
    queue.close()
  }
}

import { randomUUID } from 'node:crypto'
import { timestamp } from '#embedded-garden/clock.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { type ClientAuthority, CURVE, createClientAuthority } from '#embedded-garden/tls/client-certificates.ts'
import { SHOOTS, type ShootIdentity } from './shoot-identity.ts'

const CLIENT = { storage: 'internalsecrets.core.gardener.cloud', role: 'ca-client' } as const
const CLUSTER = { storage: 'configmaps', role: 'ca-cluster' } as const

type Store = Services['store']

/** The authority that signs a shoot's client certificates; null while there is none. */
export function clientAuthorityOf(store: Store, shoot: ShootIdentity): ClientAuthority | null {
  const data = objectAt(read(store, shoot, CLIENT) ?? {}, 'data')
  const [certificate, privateKey] = [decode(data, 'ca.crt'), decode(data, 'ca.key')]
  return certificate && privateKey ? { certificate, privateKey } : null
}

/** The authority that signs the certificate of a shoot's API server, PEM; null while there is none. */
export function clusterAuthorityOf(store: Store, shoot: ShootIdentity): string | null {
  const map = read(store, shoot, CLUSTER)
  return map ? stringAt(objectAt(map, 'data'), 'ca.crt') : null
}

/** Creates the missing authorities of a shoot: Gardener's InternalSecret and ConfigMap beside it. Throws JournalError. */
export async function ensureAuthority({ store, clock }: Services, shoot: ShootIdentity, server: string): Promise<void> {
  if (clientAuthorityOf(store, shoot)) return
  const { certificate, privateKey } = await createClientAuthority(clock.now(), CURVE)
  const present = store.read(SHOOTS, shoot.namespace, shoot.name)
  // During the await the shoot may be deleted, or a concurrent call may create its authority.
  if (stringAt(objectAt(present ?? {}, 'metadata'), 'uid') !== shoot.uid || clientAuthorityOf(store, shoot)) return
  const made = timestamp(clock)
  const type = 'Opaque'
  const data = { 'ca.crt': encode(certificate), 'ca.key': encode(privateKey) }
  store.put(CLUSTER.storage, { metadata: metadata(shoot, CLUSTER.role, made), data: { 'ca.crt': server } })
  store.put(CLIENT.storage, { metadata: metadata(shoot, CLIENT.role, made), type, data })
}

/** Removes the authorities of a deleted shoot. Throws JournalError. */
export function removeAuthority(store: Store, namespace: string, name: string): void {
  for (const { storage, role } of [CLIENT, CLUSTER]) {
    const stored = store.get(storage, namespace, `${name}.${role}`)
    if (stored) store.remove(storage, stored)
  }
}

/** The object, unless it belongs to another shoot of that name. */
function read(store: Store, shoot: ShootIdentity, { storage, role }: { storage: string; role: string }) {
  const object = store.read(storage, shoot.namespace, `${shoot.name}.${role}`)
  const owner = object ? ownerOf(object) : null
  return owner === null || owner === shoot.uid ? object : null
}

function ownerOf(object: KubeObject): string | null {
  const owner = objectsAt(objectAt(object, 'metadata'), 'ownerReferences').find(each => each.kind === 'Shoot')
  return owner ? stringAt(owner, 'uid') : null
}

function metadata({ namespace, name, uid }: ShootIdentity, role: string, creationTimestamp: string): JsonObject {
  return {
    name: `${name}.${role}`,
    namespace,
    uid: randomUUID(),
    creationTimestamp,
    labels: { 'gardener.cloud/role': role, 'shoot.gardener.cloud/name': name },
    ownerReferences: [
      {
        apiVersion: 'core.gardener.cloud/v1beta1',
        kind: 'Shoot',
        name,
        uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}

function decode(data: JsonObject, key: string): string {
  return Buffer.from(stringAt(data, key), 'base64').toString()
}

import { forbidden, internalError } from '#embedded-garden/http/errors.ts'
import { type JsonObject, objectAt, objectsAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { finalizersOf, isTerminating, type KubeObject, nameOf, namespaceOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { mayGet } from './binding-references.ts'

type Refuse = (why: string) => Error

const spec = (object: KubeObject | null): JsonObject => objectAt(object ?? {}, 'spec')
const providerOf = (shoot: KubeObject) => stringAt(objectAt(spec(shoot), 'provider'), 'type')

/** The CloudProfile of a shoot. Throws 500 when it is missing, as Gardener does. */
export function cloudProfileOf(shoot: KubeObject, { services }: WriteContext): KubeObject {
  const name = stringAt(objectAt(spec(shoot), 'cloudProfile'), 'name') || stringAt(spec(shoot), 'cloudProfileName')
  const profile = services.store.read('cloudprofiles.core.gardener.cloud', '', name)
  if (!profile)
    throw internalError(`could not find referenced cloud profile: cloudprofile.core.gardener.cloud "${name}" not found`)
  return profile
}

/** Checks the references of a shoot: binding, provider, region, zones, version, registered types (Gardener: ShootValidator and others). */
export function checkShoot(next: KubeObject, previous: KubeObject | null, context: WriteContext): void {
  const refuse = (why: string) => forbidden(context.resource, nameOf(next), why)
  if (previous) keepFinalizer(next, previous, refuse)
  if (isTerminating(next)) return
  checkBindings(next, previous, context, refuse)
  checkTypes(next, context, refuse)
  checkProfile(next, previous, cloudProfileOf(next, context), refuse)
}

const FINALIZER = 'gardener'

/** Gardener's finalizer stays until the deletion of a shoot with infrastructure has succeeded. */
function keepFinalizer(next: KubeObject, previous: KubeObject, refuse: Refuse): void {
  if (!finalizersOf(previous).includes(FINALIZER) || finalizersOf(next).includes(FINALIZER)) return
  const status = objectAt(next, 'status')
  if (!stringAt(status, 'technicalID') || status.lastOperation === undefined) return
  const { type, state, progress } = objectAt(status, 'lastOperation')
  if (type !== 'Delete' || state !== 'Succeeded' || progress !== 100)
    throw refuse(`finalizer "${FINALIZER}" must not be removed before the deletion of the shoot has succeeded`)
}

interface BindingRef {
  readonly field: 'credentialsBindingName' | 'secretBindingName'
  readonly storage: string
  readonly name: string
  readonly kind: string
}

function bindingOf(shoot: KubeObject | null): BindingRef | null {
  const credentials = spec(shoot).credentialsBindingName
  if (typeof credentials === 'string')
    return {
      field: 'credentialsBindingName',
      storage: 'credentialsbindings.security.gardener.cloud',
      name: credentials,
      kind: 'CredentialsBinding',
    }
  const secret = spec(shoot).secretBindingName
  if (typeof secret === 'string')
    return {
      field: 'secretBindingName',
      storage: 'secretbindings.core.gardener.cloud',
      name: secret,
      kind: 'SecretBinding',
    }
  return null
}

function checkBindings(next: KubeObject, previous: KubeObject | null, context: WriteContext, refuse: Refuse): void {
  const reference = bindingOf(next)
  if (!reference) return
  const binding = context.services.store.read(reference.storage, namespaceOf(next), reference.name)
  const before = bindingOf(previous)
  const isSame = before?.field === reference.field && before.name === reference.name
  if (!binding) throw isSame ? missing('referenced', reference) : refuse(notFoundText(reference))
  const providers = stringAt(objectAt(binding, 'provider'), 'type').split(',')
  if (!providers.includes(providerOf(next)))
    throw refuse(
      `spec.provider.type: provider type in shoot must match provider type of referenced ${reference.kind}: ${providers.join()}`,
    )
  if (!before || isSame) return
  const old = context.services.store.read(before.storage, namespaceOf(next), before.name)
  if (!old) throw missing('previously referenced', before)
  if (before.field === 'secretBindingName') {
    checkMigration(old, binding, refuse)
    return
  }
  for (const [which, credentials] of [
    ['previously', old],
    ['newly', binding],
  ] as const) {
    const ref = objectAt(credentials, 'credentialsRef')
    const plural = `${stringAt(ref, 'kind').toLowerCase()}s`.replace('identitys', 'identities')
    const group = stringAt(ref, 'apiVersion').includes('/') ? (stringAt(ref, 'apiVersion').split('/')[0] ?? '') : ''
    if (!mayGet(context, context.user, group, plural, stringAt(ref, 'namespace'), stringAt(ref, 'name')))
      throw refuse(
        `user "${context.user.name}" is not allowed to read the ${which} referenced ${stringAt(ref, 'kind')}`,
      )
  }
}

function notFoundText({ storage, name }: BindingRef): string {
  const [plural = '', ...group] = storage.split('.')
  return `${plural.slice(0, -1)}.${group.join('.')} "${name}" not found`
}

/** 500 for a binding that a shoot refers to from before; a new reference gets a 403. */
function missing(which: string, reference: BindingRef): Error {
  return internalError(`could not find the ${which} ${reference.kind}: ${notFoundText(reference)}`)
}

/** A shoot that leaves a SecretBinding for a CredentialsBinding keeps its Secret. */
function checkMigration(old: KubeObject, binding: KubeObject, refuse: Refuse): void {
  const from = objectAt(old, 'secretRef')
  const to = objectAt(binding, 'credentialsRef')
  const isSame =
    stringAt(from, 'namespace') === stringAt(to, 'namespace') && stringAt(from, 'name') === stringAt(to, 'name')
  if (stringAt(to, 'kind') !== 'Secret' || !isSame)
    throw refuse(
      'it is not allowed to change the referenced Secret when migrating from SecretBindingName to CredentialsBindingName',
    )
}

/** Refuses extension types that are not registered. A garden without registrations allows all types. */
function checkTypes(shoot: KubeObject, context: WriteContext, refuse: Refuse): void {
  const registered = new Set<string>()
  for (const stored of context.services.store.collection('controllerregistrations.core.gardener.cloud').entries(''))
    for (const resource of objectsAt(spec(thaw(stored)), 'resources'))
      registered.add(`${stringAt(resource, 'kind')}/${stringAt(resource, 'type')}`)
  if (registered.size === 0) return
  const missing = wantedTypes(shoot).filter(type => !registered.has(type))
  if (missing.length > 0) throw refuse(`given Shoot uses non-registered types: ${missing.join(', ')}`)
}

function wantedTypes(shoot: KubeObject): string[] {
  const workers = objectsAt(objectAt(spec(shoot), 'provider'), 'workers')
  const provider = ['Infrastructure', 'ControlPlane', 'Worker'].map(kind => `${kind}/${providerOf(shoot)}`)
  const network = stringAt(objectAt(spec(shoot), 'networking'), 'type')
  const images = workers.map(worker => stringAt(objectAt(objectAt(worker, 'machine'), 'image'), 'name')).filter(Boolean)
  return [
    ...provider,
    ...(network ? [`Network/${network}`] : []),
    ...images.map(image => `OperatingSystemConfig/${image}`),
    ...objectsAt(spec(shoot), 'extensions').map(extension => `Extension/${stringAt(extension, 'type')}`),
  ]
}

function checkProfile(shoot: KubeObject, previous: KubeObject | null, profile: KubeObject, refuse: Refuse): void {
  const offered = stringAt(spec(profile), 'type')
  if (offered !== providerOf(shoot))
    throw refuse(
      `spec.provider.type: provider type in shoot must equal provider type of referenced CloudProfile: "${offered}"`,
    )
  const region = objectsAt(spec(profile), 'regions').find(candidate => candidate.name === spec(shoot).region)
  if (!region) throw refuse(`spec.region: ${JSON.stringify(spec(shoot).region)} is not offered by the CloudProfile`)
  const zones = objectsAt(region, 'zones').map(zone => stringAt(zone, 'name'))
  for (const worker of objectsAt(objectAt(spec(shoot), 'provider'), 'workers'))
    for (const zone of stringsAt(worker, 'zones'))
      if (!zones.includes(zone)) throw refuse(`spec.provider.workers: zone ${zone} is not offered in the region`)
  // Gardener requires machine types in a CloudProfile; profiles of tests have none.
  const machines = objectsAt(spec(profile), 'machineTypes').map(type => type.name)
  for (const type of newMachineTypes(shoot, previous))
    if (machines.length > 0 && !machines.includes(type))
      throw refuse(`spec.provider.workers: machine type ${type} is not offered`)
  const version = stringAt(objectAt(spec(shoot), 'kubernetes'), 'version')
  const unchanged = previous && stringAt(objectAt(spec(previous), 'kubernetes'), 'version') === version
  const versions = objectsAt(objectAt(spec(profile), 'kubernetes'), 'versions').map(candidate => candidate.version)
  if (!unchanged && !versions.includes(version))
    throw refuse(`spec.kubernetes.version: "${version}" is not offered by the CloudProfile`)
}

/** Machine types of the workers, without those that a worker of that name had before. */
function newMachineTypes(shoot: KubeObject, previous: KubeObject | null): string[] {
  const typesOf = (of: KubeObject | null) =>
    objectsAt(objectAt(spec(of), 'provider'), 'workers').map(worker => ({
      worker: stringAt(worker, 'name'),
      type: stringAt(objectAt(worker, 'machine'), 'type'),
    }))
  const before = typesOf(previous).map(({ worker, type }) => `${worker}/${type}`)
  return typesOf(shoot).flatMap(({ worker, type }) => (before.includes(`${worker}/${type}`) ? [] : [type]))
}

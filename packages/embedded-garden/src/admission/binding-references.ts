import type { User } from '#embedded-garden/auth/user.ts'
import { forbidden } from '#embedded-garden/http/errors.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { finalizersOf, isTerminating, type KubeObject, nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { prefixOf } from '#embedded-garden/storage/stored.ts'

/** The reference of a binding to its credentials. */
interface CredentialsReference {
  readonly kind: string
  readonly apiVersion: string
  readonly namespace: string
  readonly name: string
}

interface Target {
  readonly group: string
  readonly plural: string
  readonly storage: string
}

const TARGETS: Readonly<Record<string, Target>> = {
  Secret: { group: '', plural: 'secrets', storage: 'secrets' },
  InternalSecret: {
    group: 'core.gardener.cloud',
    plural: 'internalsecrets',
    storage: 'internalsecrets.core.gardener.cloud',
  },
  WorkloadIdentity: {
    group: 'security.gardener.cloud',
    plural: 'workloadidentities',
    storage: 'workloadidentities.security.gardener.cloud',
  },
}

/** The check reads the Secret and creates a copy of it in a dry run. */
const TOKENS_PER_SECRET = 2

/**
 * Checks every write of a binding, even of a label: the referenced credentials and quotas exist, and the caller may read them.
 * Exempts bindings that are being deleted. Waits for the throttle (Gardener: ResourceReferenceManager).
 */
export async function checkBinding(
  binding: KubeObject,
  reference: CredentialsReference,
  context: WriteContext,
): Promise<void> {
  if (isTerminating(binding)) return
  const refuse = (why: string) => forbidden(context.resource, nameOf(binding), why)
  const target = TARGETS[reference.kind]
  if (!target) throw refuse(`${reference.kind} cannot be referenced`)
  if (!mayGet(context, context.user, target.group, target.plural, reference.namespace, reference.name))
    throw refuse(`cannot reference a ${reference.kind} you are not allowed to read`)
  if (reference.kind === 'Secret') await context.services.throttle.take(TOKENS_PER_SECRET)
  if (reference.namespace === '') throw refuse('the server could not find the requested resource')
  const found = context.services.store.read(target.storage, reference.namespace, reference.name)
  const resource = target.group ? `${target.plural}.${target.group}` : target.plural
  if (!found) throw refuse(`${resource} "${reference.name}" not found`)
  if (reference.kind === 'WorkloadIdentity') checkIdentityProvider(binding, found, refuse)
  checkQuotas(binding, context, refuse)
}

/** Whether the user may `get` one object. */
export function mayGet(
  { services }: WriteContext,
  user: User,
  group: string,
  resource: string,
  namespace: string,
  name: string,
): boolean {
  return services.rbac.check(user, { verb: 'get', group, resource, subresource: '', namespace, name, path: null })
    .allowed
}

type Refuse = (why: string) => Error

function checkIdentityProvider(binding: KubeObject, identity: KubeObject, refuse: Refuse): void {
  const provider = stringAt(objectAt(binding, 'provider'), 'type')
  const type = stringAt(objectAt(objectAt(identity, 'spec'), 'targetSystem'), 'type')
  if (provider !== type)
    throw refuse(`provider type ([${provider}]) does not match the WorkloadIdentity's provider type ${type}`)
}

function checkQuotas(binding: KubeObject, context: WriteContext, refuse: Refuse): void {
  const scopes = new Set<string>()
  for (const reference of objectsAt(binding, 'quotas')) {
    const [namespace, name] = [stringAt(reference, 'namespace'), stringAt(reference, 'name')]
    if (!mayGet(context, context.user, 'core.gardener.cloud', 'quotas', namespace, name))
      throw refuse('cannot reference a Quota you are not allowed to read')
    const quota = context.services.store.read('quotas.core.gardener.cloud', namespace, name)
    if (!quota) throw refuse(`quota.core.gardener.cloud "${name}" not found`)
    const scope = scopeOf(quota)
    if (scopes.has(scope)) throw refuse('only one quota per scope (project or credentials) can be assigned')
    scopes.add(scope)
  }
}

function scopeOf(quota: JsonObject): 'project' | 'credentials' {
  const kind = stringAt(objectAt(objectAt(quota, 'spec'), 'scope'), 'kind')
  return kind === 'Project' ? 'project' : 'credentials'
}

/** Field of a shoot that names its binding. */
export type BindingField = 'spec.secretBindingName' | 'spec.credentialsBindingName'

const FINALIZER = 'gardener'

/** Names of the shoots in `namespace` that run on the binding. */
export function shootsOn(
  { services }: Pick<WriteContext, 'services'>,
  namespace: string,
  field: BindingField,
  binding: string,
): string[] {
  const shoots: string[] = []
  for (const stored of services.store.collection('shoots.core.gardener.cloud').entries(prefixOf(namespace)))
    if (stored.fields[field] === binding) shoots.push(stored.key.slice(namespace.length + 1))
  return shoots
}

/** The finalizer of a binding in use stays (Gardener: FinalizerRemoval). */
export function keepFinalizerInUse(
  next: KubeObject,
  previous: KubeObject | null,
  field: BindingField,
  context: WriteContext,
): void {
  if (!previous || !finalizersOf(previous).includes(FINALIZER) || finalizersOf(next).includes(FINALIZER)) return
  if (shootsOn(context, context.namespace, field, nameOf(previous)).length === 0) return
  throw forbidden(
    context.resource,
    nameOf(previous),
    'finalizer must not be removed: the binding is still in use by at least one shoot',
  )
}

/**
 * A binding that gets its provider later fits the shoots that use it (Gardener: ResourceReferenceManager). Otherwise the provider
 * is immutable.
 */
export function checkProviderOfShoots(
  next: KubeObject,
  previous: KubeObject | null,
  field: BindingField,
  context: WriteContext,
): void {
  const [type, before] = [next, previous ?? next].map(binding => stringAt(objectAt(binding, 'provider'), 'type'))
  if (type === undefined || type === before) return
  for (const name of shootsOn(context, context.namespace, field, nameOf(next))) {
    const shoot = context.services.store.read('shoots.core.gardener.cloud', context.namespace, name) ?? {}
    const used = stringAt(objectAt(objectAt(shoot, 'spec'), 'provider'), 'type')
    if (!type.split(',').includes(used))
      throw forbidden(context.resource, nameOf(next), `the shoot ${name} uses the binding with provider type ${used}`)
  }
}

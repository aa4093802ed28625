import {
  type Cause,
  forbiddenField,
  immutable,
  invalidValue,
  required,
  unsupported,
} from '#embedded-garden/http/status.ts'
import { equal, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { annotationsOf, isTerminating, type KubeObject, nameOf, namespaceOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'

/** A shoot's technical id contains both names. */
const NAMES_LENGTH = 21
/** The first version for which a shoot needs a CredentialsBinding (Gardener). */
const SECRET_BINDING_UNTIL = [1, 34] as const

export const OPERATION = 'gardener.cloud/operation'
const OPERATIONS = [
  'force-in-place-update',
  'maintain',
  'reconcile',
  'retry',
  'rollout-workers',
  'rotate-ca-complete',
  'rotate-ca-start',
  'rotate-ca-start-without-workers-rollout',
  'rotate-credentials-complete',
  'rotate-credentials-start',
  'rotate-credentials-start-without-workers-rollout',
  'rotate-etcd-encryption-key',
  'rotate-etcd-encryption-key-complete',
  'rotate-etcd-encryption-key-start',
  'rotate-observability-credentials',
  'rotate-rollout-workers',
  'rotate-serviceaccount-key-complete',
  'rotate-serviceaccount-key-start',
  'rotate-serviceaccount-key-start-without-workers-rollout',
  'rotate-ssh-keypair',
]

/** In the namespace of Gardener itself `infrastructure` too. */
const PURPOSES = ['development', 'evaluation', 'production', 'testing']
const SECRET_BINDING = 'spec.secretBindingName'
const CREDENTIALS_BINDING = 'spec.credentialsBindingName'

const spec = (shoot: KubeObject): JsonObject => objectAt(shoot, 'spec')

/** Validates a new Shoot. */
export function shootCauses(shoot: KubeObject, context: WriteContext): Cause[] {
  const project = projectOf(context, namespaceOf(shoot))
  const tooLong = project.length + nameOf(shoot).length > NAMES_LENGTH
  return [
    ...(tooLong
      ? [
          invalidValue(
            'name',
            nameOf(shoot),
            `shoot and project name together must not exceed ${NAMES_LENGTH} characters`,
          ),
        ]
      : []),
    ...contentCauses(shoot),
  ]
}

/** Validates a changed Shoot. */
export function shootUpdateCauses(next: KubeObject, previous: KubeObject): Cause[] {
  const [now, then] = [spec(next), spec(previous)]
  if (isTerminating(next) && !equal(now, then))
    return [forbiddenField('spec', 'a shoot that is being deleted keeps its spec'), ...contentCauses(next)]
  const causes: Cause[] = []
  const type = (of: JsonObject) => stringAt(objectAt(of, 'provider'), 'type')
  if (type(now) !== type(then)) causes.push(immutable('spec.provider.type', type(now)))
  if (now.region !== then.region) causes.push(immutable('spec.region', now.region))
  if (then.credentialsBindingName !== undefined && !now.credentialsBindingName)
    causes.push(forbiddenField(CREDENTIALS_BINDING, 'the field cannot be unset'))
  const migrates =
    then.secretBindingName !== undefined && now.secretBindingName === undefined && now.credentialsBindingName
  if (now.secretBindingName !== then.secretBindingName && !migrates)
    causes.push(immutable(SECRET_BINDING, now.secretBindingName))
  return [...causes, ...changeCauses(now, then), ...contentCauses(next)]
}

function contentCauses(shoot: KubeObject): Cause[] {
  const causes = bindingCauses(spec(shoot))
  const operation = annotationsOf(shoot)[OPERATION]
  if (operation !== undefined && !OPERATIONS.includes(operation))
    causes.push(unsupported(`metadata.annotations[${OPERATION}]`, operation, OPERATIONS))
  for (const field of ['region', 'cloudProfile'])
    if (!spec(shoot)[field]) causes.push(required(`spec.${field}`, `must specify ${field}`))
  if (!stringAt(objectAt(spec(shoot), 'provider'), 'type'))
    causes.push(required('spec.provider.type', 'must specify a provider type'))
  if (!stringAt(objectAt(spec(shoot), 'kubernetes'), 'version'))
    causes.push(required('spec.kubernetes.version', 'must specify a version'))
  if (spec(shoot).seedName === '') causes.push(invalidValue('spec.seedName', '', 'must not be empty'))
  const { purpose } = spec(shoot)
  if (purpose !== undefined && !PURPOSES.includes(String(purpose)))
    causes.push(unsupported('spec.purpose', purpose, PURPOSES))
  return causes
}

/** Exactly one binding for shoots with workers, none for those without. */
function bindingCauses(shootSpec: JsonObject): Cause[] {
  const causes: Cause[] = []
  const secretBinding = stringAt(shootSpec, 'secretBindingName')
  const credentialsBinding = stringAt(shootSpec, 'credentialsBindingName')
  const workers = objectsAt(objectAt(shootSpec, 'provider'), 'workers')
  if (workers.length === 0)
    return [SECRET_BINDING, CREDENTIALS_BINDING]
      .filter(field => shootSpec[field.slice('spec.'.length)] !== undefined)
      .map(field => forbiddenField(field, 'a shoot without workers has no binding'))
  if (secretBinding && credentialsBinding)
    causes.push(forbiddenField(SECRET_BINDING, 'is incompatible with credentialsBindingName'))
  if (!secretBinding && !credentialsBinding)
    causes.push(required(SECRET_BINDING, 'must be set when credentialsBindingName is not'))
  if (secretBinding && !supportsSecretBinding(stringAt(objectAt(shootSpec, 'kubernetes'), 'version')))
    causes.push(
      forbiddenField(SECRET_BINDING, 'is no longer supported from Kubernetes 1.34 on; use spec.credentialsBindingName'),
    )
  return causes
}

function supportsSecretBinding(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < SECRET_BINDING_UNTIL[0] || (major === SECRET_BINDING_UNTIL[0] && minor < SECRET_BINDING_UNTIL[1])
}

const VERSION = 'spec.kubernetes.version'
const NETWORKING = 'spec.networking'

/** Validates the immutable fields of a shoot's spec besides region, provider and binding. */
function changeCauses(now: JsonObject, then: JsonObject): Cause[] {
  return [
    ...domainCauses(now, then),
    ...versionCauses(now, then),
    ...networkingCauses(now, then),
    ...workerCauses(now, then),
  ]
}

/** The networks of a shoot are immutable (Gardener: validateNetworkingUpdate). */
function networkingCauses(now: JsonObject, then: JsonObject): Cause[] {
  if (!isObject(then.networking)) return []
  if (!isObject(now.networking)) return [forbiddenField(NETWORKING, 'networking cannot be taken away once it is set')]
  const [next, previous] = [now.networking, then.networking]
  return ['type', 'pods', 'services']
    .filter(field => previous[field] !== undefined && next[field] !== previous[field])
    .map(field => immutable(`${NETWORKING}.${field}`, next[field]))
}

/** Kubernetes is upgraded one minor version at a time and never downgraded (Gardener: ValidateKubernetesVersionUpdate). */
function versionCauses(now: JsonObject, then: JsonObject): Cause[] {
  const [next, previous] = [now, then].map(spec => numbers(stringAt(objectAt(spec, 'kubernetes'), 'version')))
  if (!next || !previous) return []
  const [major = 0, minor = 0, patch = 0] = next
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = previous
  const difference = major - oldMajor || minor - oldMinor || patch - oldPatch
  if (difference < 0) return [forbiddenField(VERSION, 'an older version of Kubernetes is not supported')]
  return major === oldMajor && minor > oldMinor + 1
    ? [forbiddenField(VERSION, 'an upgrade of Kubernetes cannot skip a minor version')]
    : []
}

/** The domain of a shoot is immutable (Gardener: validateDNSUpdate). */
function domainCauses(now: JsonObject, then: JsonObject): Cause[] {
  if (!isObject(then.dns)) return []
  if (!isObject(now.dns)) return [immutable('spec.dns', null)]
  const [next, previous] = [now.dns.domain, then.dns.domain]
  return previous !== undefined && next !== previous ? [immutable('spec.dns.domain', next)] : []
}

/** A shoot with workers keeps some; a shoot without gets none (Gardener: validateWorkerUpdate). */
function workerCauses(now: JsonObject, then: JsonObject): Cause[] {
  const [has, had] = [now, then].map(spec => objectsAt(objectAt(spec, 'provider'), 'workers').length > 0)
  if (has === had) return []
  return [forbiddenField('spec.provider.workers', `a shoot ${had ? 'with' : 'without'} workers stays one`)]
}

/** Null for an invalid version, which another check reports. */
function numbers(version: string): number[] | null {
  return /^\d+(\.\d+)+$/.test(version) ? version.split('.').map(Number) : null
}

/** Name of the Project that owns a namespace; "" when there is none. */
export function projectOf({ services }: Pick<WriteContext, 'services'>, namespace: string): string {
  for (const stored of services.store.collection('projects.core.gardener.cloud').entries(''))
    if (stored.fields['spec.namespace'] === namespace) return nameOf(thaw(stored))
  return ''
}

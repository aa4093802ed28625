import { stringify } from 'yaml'
import { MASTERS, type User } from '#embedded-garden/auth/user.ts'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest, internalError, invalid, notFound } from '#embedded-garden/http/errors.ts'
import { invalidValue } from '#embedded-garden/http/status.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { DecodeError, decode } from '#embedded-garden/schema/decode.ts'
import { commonFields, PLAIN_FIELD } from '#embedded-garden/schema/documents.ts'
import { ANY, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import { createClientCertificate } from '#embedded-garden/tls/client-certificates.ts'
import { clientAuthorityOf, clusterAuthorityOf, ensureAuthority } from './shoot-authority.ts'
import { identityOf } from './shoot-identity.ts'

const GROUP = 'authentication.gardener.cloud'
const VERSION = `${GROUP}/v1alpha1`
const DEFAULT_SECONDS = 3600
const MIN_SECONDS = 600
const LONGEST_SECONDS = 2 ** 32
/** Gardener silently limits longer durations to a day. */
const MAX_SECONDS = 24 * 3600
const ADDRESSES = new Set(['external', 'internal', 'unmanaged', 'wildcard-tls-seed-bound'])

/** POST to `shoots/NAME/adminkubeconfig` or `…/viewerkubeconfig`: issues a kubeconfig with a short-lived client certificate. */
export async function requestKubeconfig(context: ResourceContext, role: 'admin' | 'viewer'): Promise<Answer> {
  const { services, target, resource, user } = context
  const kind = role === 'admin' ? 'AdminKubeconfigRequest' : 'ViewerKubeconfigRequest'
  const seconds = await readSeconds(context, kind)
  const shoot = services.store.read(resource.storage, target.namespace, target.name)
  if (!shoot) throw notFound(resource, target.name)
  const addresses = addressesOf(shoot)
  if (addresses.length === 0)
    throw invalid({ group: GROUP, kind }, target.name, [
      invalidValue('status.status', null, 'the shoot advertises no address of its API server'),
    ])
  const authorities = await authoritiesOf(context, shoot)
  await services.throttle.take(1)
  const now = services.clock.now()
  const subject = {
    commonName: `gardener.cloud:${role}:${user.name}`,
    organization: `gardener.cloud:${scopeOf(context, user)}:${role}s`,
  }
  const credentials = await createClientCertificate(authorities.client, subject, now, seconds)
  // The hosts of the landscape do not resolve, so the address of the shoot's API server in the garden replaces them.
  const url = services.shoots?.addressOf(target.namespace, target.name)
  const own = shootKubeconfig({
    prefix: `${target.namespace}--${target.name}`,
    addresses: url === undefined ? addresses : addresses.map(({ name }) => ({ name, url })),
    clusterAuthority: authorities.cluster,
    ...credentials,
  })
  const override = role === 'admin' ? services.shoots?.kubeconfigOverride(target.namespace, target.name) : null
  return object(
    {
      kind,
      apiVersion: VERSION,
      metadata: { namespace: target.namespace },
      spec: { expirationSeconds: seconds },
      status: {
        kubeconfig: Buffer.from(override ?? own).toString('base64'),
        expirationTimestamp: `${new Date(now.getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`,
      },
    },
    201,
  )
}

const SPEC_FIELDS = new Map<string, Field>([['expirationSeconds', { ...PLAIN_FIELD, shape: { type: 'integer' } }]])
const REQUEST: Shape = {
  type: 'struct',
  fields: new Map<string, Field>([
    ...commonFields(),
    ['spec', { ...PLAIN_FIELD, shape: { type: 'struct', fields: SPEC_FIELDS, atomic: false, preserve: false } }],
    ['status', { ...PLAIN_FIELD, shape: ANY }],
  ]),
  atomic: false,
  preserve: false,
}

async function readSeconds(context: ResourceContext, kind: string): Promise<number> {
  const body = await readRequest(context, kind)
  const { expirationSeconds = DEFAULT_SECONDS } = objectAt(body, 'spec')
  const seconds = Number(expirationSeconds)
  const refuse = (why: string) =>
    invalid({ group: GROUP, kind }, '', [invalidValue('spec.expirationSeconds', seconds, why)])
  if (seconds < MIN_SECONDS) throw refuse('may not specify a duration less than 10 minutes')
  if (seconds > LONGEST_SECONDS) throw refuse('may not specify a duration larger than 2^32 seconds')
  return Math.min(seconds, MAX_SECONDS)
}

/** The object in the body; a body without kind counts as `kind`. Throws 400. */
async function readRequest({ request, target }: ResourceContext, kind: string): Promise<JsonObject> {
  const { object: body } = parseObject(await readBody(request), contentTypeOf(request), kind)
  const [apiVersion, given] = [stringAt(body, 'apiVersion') || VERSION, stringAt(body, 'kind') || kind]
  if (apiVersion !== VERSION || given !== kind)
    throw badRequest(`${given} in version "${apiVersion}" cannot be handled as a ${kind}`)
  const namespace = stringAt(objectAt(body, 'metadata'), 'namespace')
  if (namespace && namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  try {
    return decode(body, REQUEST).object
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`the body cannot be handled as a ${kind}: ${error.message}`)
    throw error
  }
}

/** The authorities of the kubeconfig. A shoot of the landscape gets them with its first request. */
async function authoritiesOf({ services }: ResourceContext, shoot: KubeObject) {
  const { store, shoots } = services
  const identity = identityOf(shoot)
  const hasAddress = addressesOf(shoot).length > 0
  if (shoots && hasAddress) await ensureAuthority(services, identity, shoots.serverAuthority)
  const client = clientAuthorityOf(store, identity)
  if (!client)
    throw internalError(`could not get client CA secret: internalsecret "${identity.name}.ca-client" not found`)
  const cluster = clusterAuthorityOf(store, identity)
  if (cluster === null)
    throw internalError(`could not get cluster CA configmap: configmap "${identity.name}.ca-cluster" not found`)
  return { client, cluster }
}

function addressesOf(shoot: KubeObject): { name: string; url: string }[] {
  return objectsAt(objectAt(shoot, 'status'), 'advertisedAddresses')
    .map(address => ({ name: stringAt(address, 'name'), url: stringAt(address, 'url') }))
    .filter(({ name }) => ADDRESSES.has(name))
}

/** The scope of the certificate's group: `system` for users who may list all Secrets of the landscape. */
function scopeOf({ services }: ResourceContext, user: User): 'system' | 'project' {
  const action = { verb: 'list', group: '', resource: 'secrets', subresource: '', namespace: '', name: '', path: null }
  return user.groups.includes(MASTERS) || services.rbac.check(user, action).allowed ? 'system' : 'project'
}

interface ShootKubeconfig {
  /** `garden-dev--c-1` */
  readonly prefix: string
  readonly addresses: readonly { readonly name: string; readonly url: string }[]
  /** PEM */
  readonly clusterAuthority: string
  readonly certificate: string
  readonly privateKey: string
}

/** The kubeconfig in Gardener's form: one cluster and context per address, one user. */
function shootKubeconfig({ prefix, addresses, clusterAuthority, certificate, privateKey }: ShootKubeconfig): string {
  const names = addresses.map(({ name }) => `${prefix}-${name}`)
  const [user = prefix] = names
  const config = {
    apiVersion: 'v1',
    clusters: addresses.map(({ name, url }) => ({
      cluster: { 'certificate-authority-data': encode(clusterAuthority), server: url },
      name: `${prefix}-${name}`,
    })),
    contexts: names.map(name => ({ context: { cluster: name, user }, name })),
    'current-context': user,
    kind: 'Config',
    users: [
      { name: user, user: { 'client-certificate-data': encode(certificate), 'client-key-data': encode(privateKey) } },
    ],
  }
  return stringify(config, { lineWidth: 0, indentSeq: false })
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}

import type { JsonObject } from '#embedded-garden/json.ts'
import { DELETE_OPTIONS, kind, LABEL_SELECTOR, list, type Message, map, OBJECT_META, one } from './message.ts'
import { decodeMessage, ProtobufError, readFields } from './wire.ts'

const OBJECT_REFERENCE: Message = {
  1: one('kind'),
  2: one('namespace'),
  3: one('name'),
  4: one('uid'),
  5: one('apiVersion'),
  6: one('resourceVersion'),
  7: one('fieldPath'),
}

/** Kinds of k8s.io/api/core/v1/generated.proto. */
const CORE: Readonly<Record<string, Message>> = {
  ConfigMap: {
    1: one('metadata', OBJECT_META),
    2: map('data'),
    3: map('binaryData', 'base64'),
    4: one('immutable', 'flag'),
  },
  Secret: {
    1: one('metadata', OBJECT_META),
    2: map('data', 'base64'),
    3: one('type'),
    4: map('stringData'),
    5: one('immutable', 'flag'),
  },
  Namespace: kind({ 1: list('finalizers') }, { 1: one('phase') }),
  ServiceAccount: {
    1: one('metadata', OBJECT_META),
    2: list('secrets', OBJECT_REFERENCE),
    3: list('imagePullSecrets', { 1: one('name') }),
    4: one('automountServiceAccountToken', 'flag'),
  },
  ResourceQuota: kind({ 1: map('hard', 'quantity'), 2: list('scopes') }),
  Event: {
    1: one('metadata', OBJECT_META),
    2: one('involvedObject', OBJECT_REFERENCE),
    3: one('reason'),
    4: one('message'),
    5: one('source', { 1: one('component'), 2: one('host') }),
    6: one('firstTimestamp', 'time'),
    7: one('lastTimestamp', 'time'),
    8: one('count', 'counter'),
    9: one('type'),
    10: one('eventTime', 'microTime'),
    11: one('series', { 1: one('count', 'number'), 2: one('lastObservedTime', 'microTime') }),
    12: one('action'),
    13: one('related', OBJECT_REFERENCE),
    14: one('reportingComponent'),
    15: one('reportingInstance'),
  },
}

const RULE: Message = {
  1: list('verbs'),
  2: list('apiGroups'),
  3: list('resources'),
  4: list('resourceNames'),
  5: list('nonResourceURLs'),
}

const SUBJECT: Message = { 1: one('kind'), 2: one('apiGroup'), 3: one('name'), 4: one('namespace') }
const ROLE_REF: Message = { 1: one('apiGroup'), 2: one('kind'), 3: one('name') }
const ROLE: Message = { 1: one('metadata', OBJECT_META), 2: list('rules', RULE) }
const BINDING: Message = { 1: one('metadata', OBJECT_META), 2: list('subjects', SUBJECT), 3: one('roleRef', ROLE_REF) }

/** Kinds of k8s.io/api/rbac/v1/generated.proto. */
const RBAC: Readonly<Record<string, Message>> = {
  Role: ROLE,
  ClusterRole: { ...ROLE, 3: one('aggregationRule', { 1: list('clusterRoleSelectors', LABEL_SELECTOR) }) },
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
}

const ACCESS: Message = {
  1: one('resourceAttributes', {
    1: one('namespace'),
    2: one('verb'),
    3: one('group'),
    4: one('version'),
    5: one('resource'),
    6: one('subresource'),
    7: one('name'),
  }),
  2: one('nonResourceAttributes', { 1: one('path'), 2: one('verb') }),
}

const BOUND_OBJECT: Message = { 1: one('kind'), 2: one('apiVersion'), 3: one('name'), 4: one('uid') }

/** Kinds of k8s.io/api/authorization/v1/generated.proto. */
const AUTHORIZATION: Readonly<Record<string, Message>> = {
  SelfSubjectAccessReview: kind(ACCESS),
  SubjectAccessReview: kind({ ...ACCESS, 3: one('user'), 4: list('groups'), 6: one('uid') }),
  LocalSubjectAccessReview: kind({ ...ACCESS, 3: one('user'), 4: list('groups'), 6: one('uid') }),
  SelfSubjectRulesReview: kind({ 1: one('namespace') }),
}

/** Kinds of k8s.io/api/authentication/v1/generated.proto. */
const AUTHENTICATION: Readonly<Record<string, Message>> = {
  TokenRequest: kind({
    1: list('audiences'),
    3: one('boundObjectRef', BOUND_OBJECT),
    4: one('expirationSeconds', 'number'),
  }),
  TokenReview: kind({ 1: one('token'), 2: list('audiences') }),
  SelfSubjectReview: {},
}

/** Every object begins with these bytes; the rest is a runtime.Unknown. */
const MAGIC = Buffer.from('k8s\0')

const GROUPS: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  v1: CORE,
  'rbac.authorization.k8s.io/v1': RBAC,
  'authorization.k8s.io/v1': AUTHORIZATION,
  'authentication.k8s.io/v1': AUTHENTICATION,
  'coordination.k8s.io/v1': {
    Lease: kind({
      1: one('holderIdentity'),
      2: one('leaseDurationSeconds', 'number'),
      3: one('acquireTime', 'microTime'),
      4: one('renewTime', 'microTime'),
      5: one('leaseTransitions', 'number'),
    }),
  },
}

/** The object in a body of application/vnd.kubernetes.protobuf, as clients of Go send it. Throws ProtobufError. */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw new ProtobufError('the prefix of Kubernetes is missing')
  const { type, raw } = readEnvelope(body.subarray(MAGIC.length))
  const message = type.kind === 'DeleteOptions' ? DELETE_OPTIONS : GROUPS[type.apiVersion]?.[type.kind]
  if (!message) throw new ProtobufError(`${type.apiVersion} ${type.kind} is not known as protobuf`)
  return { ...type, ...decodeMessage(raw, message) }
}

function readEnvelope(data: Buffer): { type: { apiVersion: string; kind: string }; raw: Buffer } {
  let type: JsonObject = {}
  let raw = Buffer.alloc(0)
  for (const { number, value } of readFields(data)) {
    if (typeof value === 'bigint') continue
    if (number === 1) type = decodeMessage(value, { 1: one('apiVersion'), 2: one('kind') })
    if (number === 2) raw = Buffer.from(value)
  }
  return { type: { apiVersion: String(type.apiVersion ?? ''), kind: String(type.kind ?? '') }, raw }
}

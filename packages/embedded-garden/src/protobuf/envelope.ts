import type { JsonObject } from '#embedded-garden/json.ts'
import { CORE } from './core.ts'
import { decodeMessage } from './decode.ts'
import { type Message, one } from './message.ts'
import { DELETE_OPTIONS, kind } from './metadata.ts'
import { RBAC } from './rbac.ts'
import { AUTHENTICATION, AUTHORIZATION } from './reviews.ts'
import { ProtobufError, readFields } from './wire.ts'

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

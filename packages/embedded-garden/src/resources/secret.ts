import { type Cause, forbiddenField, immutable, invalidValue, required } from '#embedded-garden/http/status.ts'
import { ensureObject, equal, isObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { annotationsOf, type KubeObject } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

const OPAQUE = 'Opaque'

/** Keys that a Secret of a type must have. */
const REQUIRED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
])
const BASIC_AUTH = ['username', 'password']
const SERVICE_ACCOUNT = 'kubernetes.io/service-account.name'
const KEY = /^[-._a-zA-Z0-9]+$/
const KEY_LENGTH = 253

export const secrets = defineResource({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.Secret',
  columns: [
    column('Type', secret => stringAt(secret, 'type')),
    column('Data', secret => Object.keys(objectAt(secret, 'data')).length),
  ],
  strategy: {
    unconditionalUpdate: true,
    selectable: ['type'],
    fields: secret => ({ type: stringAt(secret, 'type') }),
    defaults: secret => {
      secret.type ||= OPAQUE
      mergeStringData(secret)
    },
    validate: secret => [...dataKeyCauses(secret, 'data'), ...typeCauses(secret)],
    validateUpdate: (next, previous) => [
      ...(next.type === previous.type ? [] : [immutable('type', next.type)]),
      ...immutableDataCauses(next, previous, ['data']),
      ...dataKeyCauses(next, 'data'),
      ...typeCauses(next),
    ],
  },
})

/** Merges stringData into data and removes it. */
export function mergeStringData(secret: KubeObject): void {
  if (!isObject(secret.stringData)) return
  const data = ensureObject(secret, 'data')
  for (const [key, value] of Object.entries(secret.stringData))
    data[key] = Buffer.from(String(value)).toString('base64')
  delete secret.stringData
}

/** Causes for keys that cannot be file names. */
export function dataKeyCauses(object: KubeObject, field: string): Cause[] {
  return Object.keys(objectAt(object, field)).flatMap(key => {
    const at = `${field}[${key}]`
    if (key.length > KEY_LENGTH) return [invalidValue(at, key, `must be no more than ${KEY_LENGTH} characters`)]
    if (!KEY.test(key)) return [invalidValue(at, key, "a key holds letters, digits, '-', '_' and '.'")]
    return key === '.' || key.startsWith('..') ? [invalidValue(at, key, "must not be '.' and not begin with '..'")] : []
  })
}

/** Causes for changes of an object marked as immutable. */
export function immutableDataCauses(next: KubeObject, previous: KubeObject, fields: readonly string[]): Cause[] {
  if (previous.immutable !== true) return []
  const causes = fields
    .filter(field => !equal(next[field], previous[field]))
    .map(field => forbiddenField(field, 'field is immutable when `immutable` is set'))
  if (next.immutable !== true) causes.push(forbiddenField('immutable', 'field is immutable when `immutable` is set'))
  return causes
}

function typeCauses(secret: KubeObject): Cause[] {
  const type = stringAt(secret, 'type')
  const data = objectAt(secret, 'data')
  const missing = (key: string) => data[key] === undefined
  if (type === 'kubernetes.io/service-account-token' && !annotationsOf(secret)[SERVICE_ACCOUNT])
    return [required(`metadata.annotations[${SERVICE_ACCOUNT}]`)]
  if (type === 'kubernetes.io/basic-auth' && BASIC_AUTH.every(missing))
    return BASIC_AUTH.map(key => required(`data[${key}]`))
  const keys = REQUIRED_KEYS.get(type) ?? []
  const [first = ''] = keys
  const broken = first.startsWith('.docker') && !missing(first) && !isJson(stringAt(data, first))
  if (broken) return [invalidValue(`data[${first}]`, '<secret contents redacted>', 'is no JSON')]
  return keys.filter(missing).map(key => required(`data[${key}]`))
}

function isJson(base64: string): boolean {
  try {
    JSON.parse(Buffer.from(base64, 'base64').toString())
    return true
  } catch {
    return false
  }
}

import type { StatusObject } from '#lib/garden/resources/objects.ts'
import { isRecord } from '#lib/hap/document.ts'
import {
  describePermission,
  GardenError,
  type GardenErrorKind,
  type Obstacle,
  type Permission,
  withServerMessage,
} from './garden-error.ts'
import { serverMessage } from './server-message.ts'

/** What the refused request was doing, for messages. */
interface Attempt {
  readonly doing: string
  readonly method: string
  readonly permission: Permission | null
}

/** An unsuccessful answer; `body` is its text, of any media type. */
interface RefusedAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/**
 * The error for a refused request. The server's text selects among fixed messages. The error of a
 * write quotes it as well: only it names the rule or the field.
 */
export function refusalError(attempt: Attempt, answer: RefusedAnswer): GardenError {
  const status = readStatus(answer.body)
  const kind = kindOf(answer.status, status)
  const reason = status?.reason !== undefined && /^[A-Za-z]{1,40}$/.test(status.reason) ? status.reason : undefined
  const retryAfterMs = retryAfter(answer.retryAfter, status)
  const obstacle = kind === 'forbidden' ? obstacleOf(status) : null
  const permission = kind === 'forbidden' && obstacle === null ? attempt.permission : null
  const isQuoted = attempt.method !== 'GET' && !(kind === 'not-found' && attempt.method !== 'POST')
  const quoted = isQuoted ? serverMessage(status?.message) : null
  const because = obstacle === null ? explain(kind, answer.status, status, permission) : OBSTACLES[obstacle]
  return new GardenError({
    kind,
    doing: attempt.doing,
    because: withServerMessage(because, quoted),
    status: answer.status,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(permission === null ? {} : { permission }),
    ...(obstacle === null ? {} : { obstacle }),
    ...(quoted === null ? {} : { serverMessage: quoted }),
  })
}

function kindOf(code: number, status: StatusObject | null): GardenErrorKind {
  if (code === 409 && status?.reason === 'AlreadyExists') return 'invalid'
  if (isNotReady(code, status)) return 'unavailable'
  if (code === 404 && !isAboutObject(status)) return 'not-served'
  if (code === 422 && isOtherObject(status)) return 'conflict'
  return KINDS[code] ?? (code >= 500 ? 'unavailable' : 'unexpected')
}

/** Admission plugins with empty caches refuse everything (Gardener, kube-apiserver); a retry succeeds. */
function isNotReady(code: number, status: StatusObject | null): boolean {
  return code === 403 && / not yet ready to handle request$/.test(status?.message ?? '')
}

/**
 * A resource that is not served yields plain text or, in a served group, this sentence (Gardener,
 * kube-apiserver).
 */
function isAboutObject(status: StatusObject | null): boolean {
  return status !== null && status.message !== 'the server could not find the requested resource'
}

const KINDS: Readonly<Record<number, GardenErrorKind>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  415: 'invalid',
  422: 'invalid',
  429: 'throttled',
  504: 'timeout',
}

/** The admission check behind a 403; null for the role. */
function obstacleOf(status: StatusObject | null): keyof typeof OBSTACLES | null {
  const message = status?.message ?? ''
  const unreadable = /cannot (?:reference|use) an? (\w+) you are not allowed to/.exec(message)?.[1]
  if (unreadable !== undefined) return isQuota(unreadable) ? 'quota-unreadable' : 'credentials-unreadable'
  const missing = /forbidden: (\w+)(?:\.[\w.]+)? "[^"]*" not found/.exec(message)?.[1]
  if (missing !== undefined) return isQuota(missing) ? 'quota-missing' : 'credentials-missing'
  if (/finalizer must not be removed/.test(message)) return 'in-use'
  return message === '' || /cannot \w+ resource/.test(message) ? null : 'admission'
}

/** Gardener names the kind, the resource or its singular. */
function isQuota(name: string): boolean {
  return /^quotas?$/i.test(name)
}

const OBSTACLES: Readonly<Record<Exclude<Obstacle, 'restored'>, string>> = {
  'credentials-unreadable':
    'Gardener checks on each write of a binding that the writer may read the credentials it refers to, and this identity may not. Its role needs "get" on that Secret.',
  'credentials-missing':
    'the credentials the binding refers to do not exist, so Gardener refuses every write of the binding.',
  'quota-unreadable':
    'Gardener checks on each write of a binding that the writer may read the Quotas it names, and this identity may not. Its role needs "get" on quotas.core.gardener.cloud.',
  'quota-missing': 'a Quota that the binding names does not exist, so Gardener refuses every write of the binding.',
  'in-use': 'a shoot still uses the binding.',
  admission: 'an admission rule of the cluster refused it.',
}

function explain(kind: GardenErrorKind, code: number, status: StatusObject | null, missing: Permission | null): string {
  switch (kind) {
    case 'unauthenticated':
      return 'the cluster does not accept the credentials (401). Renew those in the kubeconfig.'
    case 'forbidden':
      return missing
        ? `this identity is not allowed to (403). Its role needs ${describePermission(missing)}.`
        : 'this identity is not allowed to (403).'
    case 'not-found':
      return 'it does not exist (404).'
    case 'conflict':
      if (isOtherObject(status)) return `it was recreated: another object has its name (${code}). Nothing was written.`
      return isOwnedByOthers(status)
        ? `others set some of its fields, and would have to be overruled (409)${fieldsOf(status)}. Nothing was written.`
        : / resourcequotas /.test(status?.message ?? '')
          ? 'other requests changed the quota of the namespace at the same time (409). Nothing was written.'
          : 'it was changed in the meantime (409). Nothing was written.'
    case 'not-served':
      return 'the server does not serve such objects (404).'
    case 'gone':
      return 'that point in time is no longer kept by the server (410).'
    case 'invalid':
      return `the server found it not valid (${code})${fieldsOf(status)}.`
    case 'throttled':
      return 'the server asks for fewer requests (429).'
    case 'timeout':
      return `the server gave up after its own time limit (${code}).`
    case 'unavailable':
      if (code === 403) return 'the server has just started, and takes no writes yet (403).'
      return `the server has a problem of its own (${code}).`
    default:
      return `the server gave an unexpected answer (${code}).`
  }
}

/** Whether a patch carried the uid of a replaced object (API server). */
function isOtherObject(status: StatusObject | null): boolean {
  return status?.details?.causes?.some(({ field }) => field === 'metadata.uid') ?? false
}

/** Whether a server-side apply met fields of other managers. */
function isOwnedByOthers(status: StatusObject | null): boolean {
  return status?.details?.causes?.some(({ reason }) => reason === 'FieldManagerConflict') ?? false
}

/** Paths of the invalid fields, without their values. */
function fieldsOf(status: StatusObject | null): string {
  const fields = new Set<string>()
  for (const cause of status?.details?.causes ?? []) {
    if (cause.field !== undefined && /^[A-Za-z0-9_.[\]/-]{1,80}$/.test(cause.field)) fields.add(cause.field)
  }
  return fields.size === 0 ? '' : `: see ${[...fields].slice(0, 5).join(', ')}`
}

function retryAfter(header: string | undefined, status: StatusObject | null): number | null {
  const seconds = header === undefined ? status?.details?.retryAfterSeconds : Number(header)
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null
}

/** Maximum number of causes that are read. */
const MAX_CAUSES = 100

/** Parses the Status of a refusal, which may come from any server; null for anything else. */
export function readStatus(body: string): StatusObject | null {
  const status = parsed(body)
  if (!isRecord(status) || status.kind !== 'Status') return null
  const details = isRecord(status.details) ? status.details : {}
  const causes = Array.isArray(details.causes) ? details.causes.slice(0, MAX_CAUSES).filter(isRecord) : []
  return {
    ...texts(status, 'message', 'reason'),
    details: {
      ...(typeof details.retryAfterSeconds === 'number' && { retryAfterSeconds: details.retryAfterSeconds }),
      causes: causes.map(cause => texts(cause, 'reason', 'field')),
    },
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function texts<Name extends string>(
  record: Readonly<Record<string, unknown>>,
  ...names: readonly Name[]
): { [Each in Name]?: string } {
  const found = names.flatMap(name => (typeof record[name] === 'string' ? [[name, record[name]] as const] : []))
  return Object.fromEntries(found) as { [Each in Name]?: string }
}

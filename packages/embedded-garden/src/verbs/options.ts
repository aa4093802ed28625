import { badRequest, invalid, plainError } from '#embedded-garden/http/errors.ts'
import { isTrue } from '#embedded-garden/http/request-info.ts'
import { type Cause, forbiddenField, invalidValue, required, unsupported } from '#embedded-garden/http/status.ts'
import type { Resource } from '#embedded-garden/resource.ts'
import { type FieldSelector, parseFieldSelector } from '#embedded-garden/selectors/field-selector.ts'
import { type LabelSelector, parseLabelSelector, SelectorError } from '#embedded-garden/selectors/label-selector.ts'

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** The parameters of writes. */
export interface WriteOptions {
  readonly dryRun: boolean
  /** Owner of the written fields: the parameter, or the caller's program name. */
  readonly manager: string
  readonly validation: FieldValidation
  readonly force: boolean
  /** Whether the owners of the fields are already recorded. */
  readonly tracked?: boolean
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

const MANAGER_LENGTH = 128
const VALIDATIONS = ['Ignore', 'Strict', 'Warn']

/** Parses the parameters. Throws 422 with every invalid one. `apply`: the body is a server-side apply. */
export function parseWriteOptions(
  query: URLSearchParams,
  kind: OptionsKind,
  userAgent: string,
  apply = false,
): WriteOptions {
  const causes: Cause[] = []
  const dryRun = query.getAll('dryRun')
  for (const value of dryRun) if (value !== 'All') causes.push(unsupported('dryRun', value, ['All']))
  const manager = query.get('fieldManager') ?? ''
  if (manager.length > MANAGER_LENGTH)
    causes.push({ ...invalidValue('fieldManager', manager, 'is too long'), reason: 'FieldValueTooLong' })
  if (/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(manager))
    causes.push(invalidValue('fieldManager', manager, 'holds a character that cannot be printed'))
  if (apply && manager === '') causes.push(required('fieldManager', 'is required for apply patch'))
  if (!apply && query.has('force')) causes.push(forbiddenField('force', 'may not be specified for non-apply patch'))
  const validation = query.get('fieldValidation') || 'Warn'
  if (!VALIDATIONS.includes(validation)) causes.push(unsupported('fieldValidation', validation, ['', ...VALIDATIONS]))
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', causes)
  return {
    dryRun: dryRun.length > 0,
    manager: manager || programName(userAgent),
    validation: validation as FieldValidation,
    force: isTrue(query.get('force')),
  }
}

function programName(userAgent: string): string {
  return userAgent.split('/')[0]?.slice(0, MANAGER_LENGTH) ?? ''
}

/** The parameters of lists, watches and collection deletions. */
export interface ListOptions {
  readonly labels: LabelSelector
  readonly fields: FieldSelector
  /** 0 = no limit. */
  readonly limit: number
  readonly continueToken: string
  /** null = not given. */
  readonly revision: number | null
  readonly match: 'Exact' | 'NotOlderThan' | null
  readonly sendInitialEvents: boolean | null
  readonly bookmarks: boolean
  /** null = not given. */
  readonly timeoutSeconds: number | null
}

/** Parses the parameters. Throws 400, 422 or (watch from a version that is not a number) 500, as real servers do. */
export function parseListOptions(query: URLSearchParams, resource: Resource, watch: boolean): ListOptions {
  const timeoutSeconds = integer(query.get('timeoutSeconds'))
  const limit = integer(query.get('limit')) ?? 0
  const match = query.get('resourceVersionMatch') || null
  const version = query.get('resourceVersion') ?? ''
  const initial = query.get('sendInitialEvents')
  const continueToken = query.get('continue') ?? ''
  const sendInitialEvents = initial === null ? null : isTrue(initial)
  const causes = watch
    ? watchCauses(match, sendInitialEvents)
    : listCauses(match, version, continueToken, sendInitialEvents)
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', causes)
  const labels = selector(() => parseLabelSelector(query.get('labelSelector') ?? ''))
  const fields = selector(() =>
    parseFieldSelector(query.get('fieldSelector') ?? '', new Set(resource.strategy.selectable)),
  )
  if (!watch && continueToken && version && version !== '0')
    throw badRequest('specifying resource version is not allowed when using continue')
  return {
    labels,
    fields,
    limit: Math.max(0, limit),
    continueToken,
    revision: revisionOf(version, watch),
    match: match === 'Exact' || match === 'NotOlderThan' ? match : null,
    sendInitialEvents,
    bookmarks: isTrue(query.get('allowWatchBookmarks')),
    timeoutSeconds,
  }
}

function integer(text: string | null): number | null {
  if (text === null || text === '') return null
  if (!/^[+-]?\d{1,18}$/.test(text)) throw badRequest(`${JSON.stringify(text)} is no integer`)
  return Number(text)
}

function revisionOf(version: string, watch: boolean): number | null {
  if (version === '') return null
  if (/^\d{1,15}$/.test(version)) return Number(version)
  const message = `resourceVersion: Invalid value: ${JSON.stringify(version)}: invalid syntax`
  throw watch ? plainError(message) : badRequest(message)
}

function selector<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message)
    throw error
  }
}

const MATCHES = ['Exact', 'NotOlderThan']

function listCauses(match: string | null, version: string, token: string, initial: boolean | null): Cause[] {
  const causes: Cause[] = []
  const field = 'resourceVersionMatch'
  if (match !== null) {
    if (token) causes.push(forbiddenField(field, 'is forbidden for continue'))
    if (version === '') causes.push(forbiddenField(field, 'is forbidden unless resourceVersion is provided'))
    if (!MATCHES.includes(match)) causes.push(unsupported(field, match, [...MATCHES, '']))
    if (match === 'Exact' && version === '0')
      causes.push(forbiddenField(field, 'Exact is forbidden for resourceVersion 0'))
  }
  if (initial !== null) causes.push(forbiddenField('sendInitialEvents', 'is forbidden for list'))
  return causes
}

function watchCauses(match: string | null, initial: boolean | null): Cause[] {
  const causes: Cause[] = []
  const field = 'resourceVersionMatch'
  if (initial === null) {
    if (match !== null)
      causes.push(forbiddenField(field, 'is forbidden for watch unless sendInitialEvents is provided'))
    return causes
  }
  if (match === null) causes.push(forbiddenField(field, 'sendInitialEvents requires resourceVersionMatch NotOlderThan'))
  else if (match !== 'NotOlderThan') causes.push(unsupported(field, match, ['NotOlderThan']))
  return causes
}

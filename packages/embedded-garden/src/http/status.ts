import type { Json, JsonObject } from '#embedded-garden/json.ts'

export type CauseReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueDuplicate'
  | 'FieldManagerConflict'
  | 'NamespaceTerminating'
  | 'ResourceVersionTooLarge'

export interface Cause {
  readonly reason?: CauseReason
  readonly message: string
  readonly field?: string
}

interface Details {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly Cause[]
  readonly retryAfterSeconds?: number
}

interface Failure {
  readonly code: number
  readonly message: string
  readonly reason?: string
  readonly details?: Details
  /** A replacement token, in the Status of an expired one. */
  readonly continue?: string
}

/** An unsuccessful response. Handlers throw it; the server converts it to a Status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }

  get code(): number {
    return this.failure.code
  }
}

/** The Status object of a failure, with the fields that real servers send. */
export function statusOf(failure: Failure): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: failure.continue === undefined ? {} : { continue: failure.continue },
    status: 'Failure',
    message: failure.message,
    ...(failure.reason && { reason: failure.reason }),
    ...(failure.details && { details: detailsOf(failure.details) }),
    code: failure.code,
  }
}

/** The Status of a deletion that is complete. */
export function deletedStatus(details: Details): JsonObject {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: detailsOf(details) }
}

function detailsOf(details: Details): JsonObject {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && { causes: causes.map(cause => ({ ...cause })) }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  }
}

/** Causes of a 422, worded like `Invalid value: "x": why`. */
export function required(field: string, why = ''): Cause {
  return { reason: 'FieldValueRequired', message: why ? `Required value: ${why}` : 'Required value', field }
}

export function invalidValue(field: string, value: Json | undefined, why: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${show(value)}: ${why}`, field }
}

export function forbiddenField(field: string, why: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field }
}

export function immutable(field: string, value: Json | undefined): Cause {
  return invalidValue(field, value, 'field is immutable')
}

export function unsupported(field: string, value: Json | undefined, supported: readonly string[]): Cause {
  const list = supported.map(item => `"${item}"`).join(', ')
  return {
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${show(value)}: supported values: ${list}`,
    field,
  }
}

export function duplicate(field: string, value: Json | undefined): Cause {
  return { reason: 'FieldValueDuplicate', message: `Duplicate value: ${show(value)}`, field }
}

function show(value: Json | undefined): string {
  return JSON.stringify(value ?? null)
}

import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/**
 * A failure of the database; the message suits a page or the terminal and never contains the
 * driver's text.
 */
export class StoreError extends Error {
  static {
    sameAcrossBundles(StoreError, 'StoreError')
  }

  override readonly name: string = 'StoreError'
}

/** For callers that are not signed in: the message of a StoreError may name server or folder. */
export const DATABASE_UNAVAILABLE = 'The database is not responding at the moment. Try again in a few minutes.'

/**
 * The database does not answer. A transaction wrote nothing, unless `outcomeUnknown`: then the
 * connection broke during the commit. A single statement outside a transaction commits itself, so
 * its outcome is always unknown.
 */
export class StoreUnavailableError extends StoreError {
  static {
    sameAcrossBundles(StoreUnavailableError, 'StoreUnavailableError')
  }

  override readonly name = 'StoreUnavailableError'
  readonly outcomeUnknown: boolean

  constructor(message: string, options: ErrorOptions & { outcomeUnknown?: boolean } = {}) {
    super(message, options)
    this.outcomeUnknown = options.outcomeUnknown ?? false
  }
}

/** Overload: no connection became free, or a transaction took too long. Nothing was written. */
export class StoreBusyError extends StoreError {
  static {
    sameAcrossBundles(StoreBusyError, 'StoreBusyError')
  }

  override readonly name = 'StoreBusyError'
}

/** Concurrent changes of the same rows exhausted the retries. Nothing was written. */
export class StoreConflictError extends StoreError {
  static {
    sameAcrossBundles(StoreConflictError, 'StoreConflictError')
  }

  override readonly name = 'StoreConflictError'
}

/** Kinds of failures that the statement did not cause. */
export type FailureKind = 'conflict' | 'unreachable' | 'read-only' | 'full' | 'busy' | 'other'

const PRISMA: Readonly<Record<string, FailureKind>> = {
  P1000: 'unreachable',
  P1001: 'unreachable',
  P1002: 'unreachable',
  P1003: 'unreachable',
  P1008: 'unreachable',
  P1010: 'unreachable',
  P1011: 'unreachable',
  P1017: 'unreachable',
  P2024: 'busy',
  P2028: 'busy',
  P2034: 'conflict',
  P2037: 'unreachable',
}

const SQL_STATE: Readonly<Record<string, FailureKind>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'busy',
  '57014': 'busy',
  '25P03': 'busy',
  '25006': 'read-only',
  '53100': 'full',
  '58030': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  '53300': 'unreachable',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  '3D000': 'unreachable',
}

const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** Messages of the driver without a code. */
const MESSAGES: readonly (readonly [RegExp, FailureKind])[] = [
  [/timeout exceeded when trying to connect/i, 'busy'],
  [
    /connection terminated|connection ended|not queryable|client was closed|server (has )?closed the connection/i,
    'unreachable',
  ],
  [/pool after calling end/i, 'unreachable'],
]

/** Classifies an error of Prisma, the adapter or the driver by any code in it. */
export function failureKind(error: unknown): FailureKind {
  for (const { code, message } of layersOf(error)) {
    const kind =
      PRISMA[code] ?? SQL_STATE[code] ?? (code.startsWith('08') && code.length === 5 ? 'unreachable' : undefined)
    if (kind) return kind
    if (SOCKET.has(code)) return 'unreachable'
    const match = MESSAGES.find(([pattern]) => pattern.test(message))
    if (match) return match[1]
  }
  return 'other'
}

/** Whether a unique index refused a row; `index` is its name in the database. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  return layersOf(error).some(
    layer => (layer.code === 'P2002' || layer.code === '23505') && (index === undefined || layer.index === index),
  )
}

/** Whether the error came from the database, which ended its transaction. */
export function isFromDatabase(error: unknown): boolean {
  return isRecord(error) && isRecord(error.meta) && isRecord(error.meta.driverAdapterError)
}

interface Layer {
  readonly code: string
  readonly message: string
  readonly index: string
}

/** The error with the nested errors of adapter and driver. */
export function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = []
  let adapterIndex = ''
  const visit = (value: unknown, depth: number) => {
    if (!isRecord(value) || depth > 6) return
    const constraint = isRecord(value.constraint) ? value.constraint.index : value.constraint
    if (typeof constraint === 'string') adapterIndex = constraint
    for (const code of [value.originalCode, value.code]) {
      if (typeof code === 'string') layers.push({ code, message: '', index: '' })
    }
    const message = value.originalMessage ?? value.message
    if (typeof message === 'string') layers.push({ code: '', message, index: '' })
    if (isRecord(value.meta)) visit(value.meta.driverAdapterError, depth + 1)
    if (Array.isArray(value.errors)) for (const inner of value.errors) visit(inner, depth + 1)
    visit(value.cause, depth + 1)
  }
  visit(error, 0)
  return layers.map(layer => ({ ...layer, index: adapterIndex }))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

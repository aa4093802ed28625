import { sameAcrossBundles } from '#lib/across-bundles.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'

const WRITE_ERROR_CODES = [
  'conflict',
  'terminating',
  'not-found',
  'not-served',
  'credentials-unreadable',
  'credentials-missing',
  'quota-unreadable',
  'quota-missing',
  'in-use',
  'admission',
  'restored',
  'forbidden',
  'unauthenticated',
  'invalid',
  'throttled',
  'unavailable',
  'unreachable',
  'unexpected',
  'outcome-unknown',
] as const

export type WriteErrorCode = (typeof WRITE_ERROR_CODES)[number]

export interface WriteFailure {
  readonly code: WriteErrorCode
  readonly binding: BindingRef
  /** Whether it was a read or a dry run, which write nothing in any case. */
  readonly doing: 'read' | 'preview' | 'write'
  /** Cause and advice as sentences of our own; no text of the server. */
  readonly because: string
  readonly advice: string
  /** The binding as it is, where that was looked at. */
  readonly now?: Binding | null
  readonly retryAfterMs?: number | null
}

/** Why a binding was not written, or that nobody knows whether it was. `message` is fit for a page. */
export class WriteError extends Error {
  static {
    sameAcrossBundles(WriteError, 'WriteError')
  }

  override readonly name = 'WriteError'
  readonly code: WriteErrorCode
  readonly binding: BindingRef
  readonly because: string
  readonly advice: string
  /** On a conflict: the binding as it is; null when that could not be read. */
  readonly now: Binding | null
  readonly retryAfterMs: number | null

  constructor(
    { code, binding, doing, because, advice, now = null, retryAfterMs = null }: WriteFailure,
    options?: ErrorOptions,
  ) {
    const { kind, namespace, name } = binding
    const what = code === 'outcome-unknown' ? 'may or may not have been written' : NOT_DONE[doing]
    super(`${kind} ${name} in ${namespace} ${what}: ${because} ${advice}`, options)
    this.code = code
    this.binding = { kind, namespace, name }
    this.because = because
    this.advice = advice
    this.now = now
    this.retryAfterMs = retryAfterMs
  }
}

const NOT_DONE = { read: 'was not read', preview: 'was not checked', write: 'was not written' } as const

import { describePermission, type GardenError, withServerMessage } from '#lib/garden/client/garden-error.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

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

interface WriteFailure {
  readonly code: WriteErrorCode
  readonly binding: BindingRef
  /** Reads and dry runs never write. */
  readonly doing: 'read' | 'preview' | 'write'
  /** Cause and advice as sentences. */
  readonly because: string
  readonly advice: string
  /** The current binding, if it was read. */
  readonly now?: Binding | null
  readonly retryAfterMs?: number | null
}

/** Why a binding was not written, or that the outcome is unknown. `message` is fit for a page. */
export class WriteError extends Error {
  static {
    sameAcrossBundles(WriteError, 'WriteError')
  }

  override readonly name = 'WriteError'
  readonly code: WriteErrorCode
  readonly binding: BindingRef
  readonly because: string
  readonly advice: string
  /** On a conflict: the current binding; null when it could not be read. */
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

type Doing = WriteFailure['doing']
type Message = Pick<WriteFailure, 'because' | 'advice'>

/** The error for a failure that certainly wrote nothing; a whole `binding` also names its credentials. */
export function explainError(error: GardenError, doing: Doing, binding: BindingRef | Binding): WriteError {
  const code = codeOf(error)
  const { retryAfterMs } = error
  const { because, advice } = messageFor(code, error, binding)
  // Where messageFor uses the error's own cause, the server's message is part of it.
  const whole = because === error.because ? because : withServerMessage(because, error.serverMessage)
  return new WriteError({ code, binding, doing, retryAfterMs, because: whole, advice }, { cause: error })
}

/** The error for a write that met another version or a recreated object. */
export function conflictError(binding: Binding, doing: Doing, now: Binding | null): WriteError {
  if (now?.deletedAt) return terminatingError(binding, doing, now)
  const isOther = now !== null && now.uid !== binding.uid
  const because = isOther ? 'it was recreated: another object has its name.' : 'it was changed in the meantime (409).'
  return new WriteError({
    code: 'conflict',
    binding,
    doing,
    now,
    because,
    advice: 'Review the change, then retry.',
  })
}

export function terminatingError(binding: BindingRef, doing: Doing, now: Binding): WriteError {
  const because = `it is being deleted since ${now.deletedAt}.`
  const advice = 'It will be removed once no cluster uses it; no action is needed.'
  return new WriteError({ code: 'terminating', binding, doing, now, because, advice })
}

export function missingError(binding: BindingRef, doing: Doing): WriteError {
  return new WriteError({ code: 'not-found', binding, doing, ...DELETED })
}

/** The error for a write of unknown outcome. */
export function unknownOutcomeError(binding: BindingRef, cause: unknown, now: Binding | null): WriteError {
  const because =
    now === null
      ? 'no response arrived, and the binding could not be read since.'
      : 'no response arrived, and the binding does not show whether the change was made.'
  const advice = 'Check the binding before any other change.'
  return new WriteError({ code: 'outcome-unknown', binding, doing: 'write', now, because, advice }, { cause })
}

function codeOf({ kind, obstacle }: GardenError): WriteErrorCode {
  if (obstacle !== null) return obstacle
  if (kind === 'timeout') return 'unavailable'
  return kind === 'gone' ? 'unexpected' : kind
}

const DELETED: Message = {
  because: 'it does not exist (404).',
  advice: 'It was deleted, or the list is outdated.',
}

function messageFor(code: WriteErrorCode, error: GardenError, binding: BindingRef | Binding): Message {
  switch (code) {
    case 'credentials-unreadable':
      return {
        because:
          'Gardener checks on each write that the writer may read the credentials of the binding, and the console may not (403).',
        advice: `Its role needs "get" on ${credentialsOf(binding)}.`,
      }
    case 'credentials-missing':
      return {
        because: `${credentialsOf(binding)} does not exist, and Gardener refuses every write of a binding without credentials (403).`,
        advice: 'Recreate it, or delete the binding.',
      }
    case 'quota-unreadable':
      return {
        because:
          'Gardener checks on each write that the writer may read the Quotas of the binding, and the console may not (403).',
        advice: 'Its role needs "get" on quotas.core.gardener.cloud.',
      }
    case 'quota-missing':
      return {
        because: 'a Quota it names does not exist, and Gardener refuses every write of such a binding (403).',
        advice: 'Recreate the Quota, or replace the binding: its quotas cannot be changed.',
      }
    case 'in-use':
      return { because: 'a cluster still uses it (403).', advice: 'Delete the cluster first.' }
    case 'admission':
      return {
        because: 'an admission rule of the cluster refused it (403).',
        advice:
          'Ask the administrators of Gardener for the rule; the credentials may no longer pass the check of their provider.',
      }
    case 'restored':
      return {
        because: error.because,
        advice: 'Only a change that restricts its use is written until an administrator runs "hap landscape accept".',
      }
    case 'forbidden':
      return {
        because: 'the console is not allowed to (403).',
        advice: error.permission
          ? `Its role needs ${describePermission(error.permission)}.`
          : 'Its role has to allow it.',
      }
    case 'not-found':
      return DELETED
    case 'not-served':
      return {
        because: `Gardener does not serve ${binding.kind}s (404).`,
        advice: 'Its last known data stays in force. Label a CredentialsBinding of the same account instead.',
      }
    case 'throttled':
      return { because: error.because, advice: 'Try again later.' }
    case 'unavailable':
    case 'unreachable':
      return { because: error.because, advice: 'Nothing has to be undone. Try again once Gardener responds.' }
    default:
      return { because: error.because, advice: 'Nothing has to be undone.' }
  }
}

function credentialsOf(binding: BindingRef | Binding): string {
  if (!('account' in binding)) return 'those credentials'
  const { kind, namespace, name } = binding.account
  return `${kind} ${name} in ${namespace}`
}

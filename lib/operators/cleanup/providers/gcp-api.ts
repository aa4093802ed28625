import { setTimeout as sleep } from 'node:timers/promises'
import { JWT } from 'google-auth-library'
import { isRecord } from '#lib/hap/document.ts'
import { Secret } from '#lib/util/secret.ts'
import { type AccountSecret, type Deletion, secretField } from '../cleaner.ts'
import { CleanerError, type CleanerFailure, FAILURE_MESSAGES } from '../cleaner-error.ts'
import {
  type Answer,
  arrayAt,
  type Call,
  callProvider,
  jsonIfAny,
  jsonOf,
  type Patience,
  type RetryReason,
  recordAt,
  stringAt,
} from '../provider-call.ts'

/** Address of Compute Engine. */
export const PUBLIC_GCP = 'https://compute.googleapis.com'

/** Client of Compute Engine in one project. */
export interface GcpApi {
  /** Reads a page of a list below the project. */
  get(path: string, doing: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  /** Deletes a resource and follows the operation for a short time. */
  delete(path: string, doing: string, signal: AbortSignal): Promise<Deletion>
}

/** Checks of a running operation. */
const FOLLOWED = 5

/**
 * Creates the client of a project, signed with the key of a service account. Its methods throw
 * CleanerError.
 */
export function createGcpApi(
  account: ServiceAccount,
  patience: Patience,
  { origin, followMs }: { readonly origin: string; readonly followMs: number },
): GcpApi {
  const call = (method: 'GET' | 'DELETE', path: string, doing: string, signal: AbortSignal) => {
    const url = `${origin}/compute/v1/projects/${account.project}/${path}`
    const sign = async (): Promise<Call> => {
      return {
        method,
        url,
        headers: { authorization: (await account.authorization()).reveal(), accept: 'application/json' },
        doing,
      }
    }
    return callProvider(sign, retryReason, patience, signal)
  }
  return {
    async get(path, doing, signal) {
      const answer = await call('GET', path, doing, signal)
      if (answer.status === 200) return jsonOf(answer, doing)
      throw refused(answer, doing) ?? new CleanerError('forbidden', doing, 'there is no such project')
    },
    async delete(path, doing, signal) {
      const answer = await call('DELETE', path, doing, signal)
      if (answer.status !== 200) {
        const error = refused(answer, doing)
        if (error !== null) throw error
        return 'gone'
      }
      let operation = jsonOf(answer, doing)
      const place = path.split('/').slice(0, -2).join('/')
      for (let check = 0; ; check++) {
        const ended = endOf(operation, doing)
        if (ended) return 'gone'
        const name = stringAt(operation, 'name')
        if (check === FOLLOWED || !/^[\w-]{1,100}$/.test(name)) return 'accepted'
        await sleep(followMs, undefined, { signal })
        const next = await call('GET', `${place}/operations/${name}`, doing, signal)
        if (next.status !== 200) return 'accepted'
        operation = jsonOf(next, doing)
      }
    },
  }
}

/**
 * Whether an operation is done; a missing resource counts as deleted. Throws CleanerError for a
 * failed operation.
 */
function endOf(operation: Readonly<Record<string, unknown>>, doing: string): boolean {
  const [error] = arrayAt(recordAt(operation, 'error'), 'errors')
  if (error === undefined) return stringAt(operation, 'status') === 'DONE'
  const code = stringAt(error, 'code')
  const failure = gcpFailure(400, code)
  if (failure === 'gone') return true
  throw new CleanerError(failure, doing, FAILURE_MESSAGES[failure], { code })
}

/** Returns null for a missing resource. */
function refused(answer: Answer, doing: string): CleanerError | null {
  const reason = reasonOf(answer)
  const failure = gcpFailure(answer.status, reason)
  return failure === 'gone' ? null : new CleanerError(failure, doing, FAILURE_MESSAGES[failure], { code: reason })
}

function retryReason(answer: Answer): RetryReason {
  if (answer.status < 400) return null
  const failure = gcpFailure(answer.status, reasonOf(answer))
  return failure === 'throttled' || failure === 'unavailable' ? { failure, because: FAILURE_MESSAGES[failure] } : null
}

function reasonOf(answer: Answer): string {
  const [error] = arrayAt(recordAt(jsonIfAny(answer), 'error'), 'errors')
  return stringAt(error, 'reason')
}

const SCOPE = 'https://www.googleapis.com/auth/compute'

/** A service account of GCP. */
export interface ServiceAccount {
  readonly project: string
  /**
   * Creates the value of an Authorization header, signed locally with the account's key. Throws
   * CleanerError.
   */
  authorization(): Promise<Secret<string>>
}

/** Reads the service account from an account's Secret. Throws CleanerError for any other content. */
export function serviceAccountOf(secret: AccountSecret): ServiceAccount {
  const doing = 'open the account'
  const file = parsed(secretField(secret, 'serviceaccount.json').reveal())
  const [project, email, key] = ['project_id', 'client_email', 'private_key'].map(name => stringAt(file, name))
  if (!project || !email || !key) {
    throw new CleanerError(
      'credentials',
      doing,
      'the field serviceaccount.json of its Secret is no service account key',
    )
  }
  if (!/^[a-z0-9.:-]{4,63}$/.test(project)) throw new CleanerError('credentials', doing, FAILURE_MESSAGES.credentials)
  const client = new JWT({ email, key, keyId: stringAt(file, 'private_key_id'), scopes: [SCOPE] })
  client.useJWTAccessWithScope = true
  return {
    project,
    async authorization() {
      try {
        const headers = await client.getRequestHeaders()
        const value = headers.get('authorization')
        if (value !== null) return new Secret(value)
      } catch {
        // The message of the library may quote the key.
      }
      throw new CleanerError('credentials', doing, 'the key of the service account cannot sign requests')
    },
  }
}

function parsed(text: string): unknown {
  try {
    const file: unknown = JSON.parse(text)
    return isRecord(file) ? file : {}
  } catch {
    return {}
  }
}

type Known = Exclude<CleanerFailure, 'protected'> | 'gone'

/** Reasons of errors of Compute Engine (Google API reference); operations that fail give them as codes. */
const REASONS: ReadonlyMap<string, Known> = new Map([
  ['authError', 'credentials'],
  ['forbidden', 'forbidden'],
  ['accessNotConfigured', 'forbidden'],
  ['rateLimitExceeded', 'throttled'],
  ['userRateLimitExceeded', 'throttled'],
  ['quotaExceeded', 'throttled'],
  ['RATE_LIMIT_EXCEEDED', 'throttled'],
  ['backendError', 'unavailable'],
  ['internalError', 'unavailable'],
  ['INTERNAL_ERROR', 'unavailable'],
  ['resourceInUseByAnotherResource', 'refused'],
  ['RESOURCE_IN_USE_BY_ANOTHER_RESOURCE', 'refused'],
  ['resourceNotReady', 'refused'],
  ['RESOURCE_NOT_READY', 'refused'],
  ['notFound', 'gone'],
  ['RESOURCE_NOT_FOUND', 'gone'],
] as const)

/** Classifies a failed answer of Compute Engine; failed operations have no status and count as 400. */
function gcpFailure(status: number, reason: string): Known {
  const known = REASONS.get(reason)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  if (status === 404) return 'gone'
  if (status === 409 || status === 412) return 'refused'
  return status === 403 ? 'forbidden' : 'unexpected'
}

import { Secret } from '#lib/util/secret.ts'
import { CleanerError, type CleanerFailure, FAILURE_MESSAGES } from '../cleaner-error.ts'
import {
  type Answer,
  type Call,
  callProvider,
  jsonIfAny,
  jsonOf,
  type Patience,
  type RetryReason,
  recordAt,
  stringAt,
} from '../provider-call.ts'

interface AzureCredentials {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: Secret<string>
}

/** Addresses of sign-in and resource manager. */
export interface AzureEndpoints {
  readonly signIn: string
  readonly manager: string
}

/** Addresses of the public cloud. */
export const PUBLIC_AZURE: AzureEndpoints = {
  signIn: 'https://login.microsoftonline.com',
  manager: 'https://management.azure.com',
}

interface AzureCall {
  readonly method: 'GET' | 'DELETE'
  /** Path below the resource manager, with the version of the API. */
  readonly path: string
  /** Continues `could not …`. */
  readonly doing: string
}

/** Calls the resource manager. Returns the answer; null for a missing resource. Throws CleanerError. */
export type AzureApi = (call: AzureCall, signal: AbortSignal) => Promise<Answer | null>

/** Margin before the expiry of a token. */
const SPARE_MS = 120_000

/**
 * Creates the client of a subscription. It signs in with the client's secret (OAuth 2.0 client
 * credentials) on the first call, and again shortly before the token expires.
 */
export function createAzureApi(credentials: AzureCredentials, patience: Patience, endpoints: AzureEndpoints): AzureApi {
  let token: { readonly text: Secret<string>; readonly until: number } | null = null
  const bearer = async (signal: AbortSignal) => {
    if (token === null || token.until < Date.now()) token = await signIn(credentials, patience, endpoints, signal)
    return token.text
  }
  return async ({ method, path, doing }, signal) => {
    const url = new URL(path, endpoints.manager)
    // Links to next pages and operations are followed only at the resource manager.
    if (url.origin !== new URL(endpoints.manager).origin) {
      throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
    }
    const sign = async (): Promise<Call> => {
      const headers = { authorization: `Bearer ${(await bearer(signal)).reveal()}`, accept: 'application/json' }
      return { method, url: url.href, headers, doing }
    }
    const answer = await callProvider(sign, retryReason, patience, signal)
    return accepted(answer, doing)
  }
}

/** Returns null for a missing resource. Throws CleanerError for other failures. */
function accepted(answer: Answer, doing: string): Answer | null {
  if (answer.status >= 200 && answer.status < 300) return answer
  const code = codeOf(answer)
  const failure = azureFailure(answer.status, code)
  if (failure === 'gone' || (answer.status === 404 && failure === 'unexpected')) return null
  throw new CleanerError(failure, doing, FAILURE_MESSAGES[failure], { code })
}

async function signIn(
  { tenantId, clientId, clientSecret }: AzureCredentials,
  patience: Patience,
  { signIn: origin, manager }: AzureEndpoints,
  signal: AbortSignal,
) {
  const doing = 'sign in to Azure'
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    scope: `${manager}/.default`,
  }
  const url = `${origin}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const call: Call = { method: 'POST', url, headers, body: new URLSearchParams(form).toString(), doing }
  const answer = await callProvider(async () => call, retryReason, patience, signal)
  // The sign-in answers 400 or 401 for any wrong credential.
  if (answer.status !== 200) {
    throw new CleanerError('credentials', doing, FAILURE_MESSAGES.credentials, { code: codeOf(answer) })
  }
  const body = jsonOf(answer, doing)
  const text = stringAt(body, 'access_token')
  const seconds = Number(body.expires_in)
  if (text === '' || !(seconds > 0)) throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
  return { text: new Secret(text), until: Date.now() + seconds * 1000 - SPARE_MS }
}

function retryReason(answer: Answer): RetryReason {
  if (answer.status < 400) return null
  const failure = azureFailure(answer.status, codeOf(answer))
  return failure === 'throttled' || failure === 'unavailable' ? { failure, because: FAILURE_MESSAGES[failure] } : null
}

/** The resource manager nests the code in an object, the sign-in does not. */
function codeOf(answer: Answer): string {
  const body = jsonIfAny(answer)
  return stringAt(recordAt(body, 'error'), 'code') || stringAt(body, 'error')
}

type Known = Exclude<CleanerFailure, 'protected'> | 'gone'

/** Error codes of Azure Resource Manager and of its sign-in (Azure REST references). */
const CODES: ReadonlyMap<string, Known> = new Map([
  ['invalid_client', 'credentials'],
  ['unauthorized_client', 'credentials'],
  ['AuthenticationFailed', 'credentials'],
  ['InvalidAuthenticationToken', 'credentials'],
  ['ExpiredAuthenticationToken', 'credentials'],
  ['AuthorizationFailed', 'forbidden'],
  ['TooManyRequests', 'throttled'],
  ['SubscriptionRequestsThrottled', 'throttled'],
  ['ServerTimeout', 'unavailable'],
  ['ScopeLocked', 'refused'],
  ['ResourceGroupBeingDeleted', 'refused'],
  ['ResourceGroupDeletionBlocked', 'refused'],
  ['ResourceGroupDeletionTimeout', 'refused'],
  ['Conflict', 'refused'],
  ['ResourceGroupNotFound', 'gone'],
] as const)

/** Classifies a failed answer of Azure. */
function azureFailure(status: number, code: string): Known {
  const known = CODES.get(code)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status === 408 || status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  if (status === 409) return 'refused'
  return status === 403 ? 'forbidden' : 'unexpected'
}

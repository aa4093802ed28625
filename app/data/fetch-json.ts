import type { ApiReads } from '#lib/api/api.ts'
import { UNATTENDED_HEADER } from '#lib/auth/request-headers.ts'
import { withQuery } from '#lib/paths.ts'
import { MOMENT_HEADER } from '#lib/util/moment.ts'
import { getLatestMoment, isIdle } from './request-context.ts'

/** A refused or failed request. `message` is suitable for the page. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the server did not answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The answer of a GET of the API, by its path. */
export type ApiAnswer<Path extends keyof ApiReads> = ApiReads[Path]['answer']

interface Asked<Path extends keyof ApiReads> {
  /** Values of the `:name` parameters of the path. */
  readonly params?: Readonly<Record<ParamNames<Path>, string | number>>
  readonly query?: { readonly [Name in ApiReads[Path]['query']]?: string | number | null | undefined }
}

type ParamNames<Path> = Path extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** Fetches JSON from the API, by a path that it declares. Throws ApiError, or the signal's reason. */
export async function fetchApi<const Path extends keyof ApiReads>(
  path: Path,
  { params, query = {} }: Asked<Path>,
  signal: AbortSignal,
): Promise<ApiAnswer<Path>> {
  const values: Readonly<Record<string, string | number>> = params ?? {}
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  return fetchJson<ApiAnswer<Path>>(withQuery(`/api/v1${address}`, query), signal)
}

/**
 * Fetches JSON from an address of the console, like fetchApi. `body` is what an operation that
 * writes nothing evaluates: it is posted.
 */
export async function fetchJson<Data>(address: string, signal: AbortSignal, body?: object): Promise<Data> {
  const heard = getLatestMoment()
  const headers = {
    accept: 'application/json',
    ...(heard !== null && { [MOMENT_HEADER]: heard }),
    ...(isIdle() && { [UNATTENDED_HEADER]: '1' }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const posted = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(address, { signal, headers, ...posted }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new ApiError(0, 'The console is not responding. Data may be out of date and refreshes automatically.')
  })
  if (response.ok) return parseBody<Data>(response, signal)
  throw new ApiError(response.status, await detailOf(response))
}

/** Fetches a file by a POST and returns it unread, because it may hold a credential. Throws ApiError. */
export async function fetchFile(address: string, body: object): Promise<Blob> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const unanswered = () => new ApiError(0, 'The console did not respond, so no file was created. Your input is kept.')
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw unanswered()
  })
  if (!response.ok) throw new ApiError(response.status, await detailOf(response))
  return response.blob().catch(() => {
    throw unanswered()
  })
}

async function parseBody<Data>(response: Response, signal: AbortSignal): Promise<Data> {
  try {
    return (await response.json()) as Data
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(
      response.status,
      'The response of the console was incomplete or unreadable. Data may be out of date and refreshes automatically.',
    )
  }
}

async function detailOf(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as { detail?: unknown }
    if (typeof detail === 'string') return detail
  } catch {
    // The response does not come from the console, for example from a proxy.
  }
  return `The console answered with status ${response.status}.`
}

import { UNATTENDED_HEADER } from '#lib/auth/request-headers.ts'
import { MOMENT_HEADER } from '#lib/util/moment.ts'
import { isUnattended } from './attendance.ts'
import { heardMoment } from './heard-moment.ts'

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

/** Fetches JSON from a route of the console. Throws ApiError, or the signal's reason. */
export async function fetchJson<Data>(address: string, signal: AbortSignal): Promise<Data> {
  const heard = heardMoment()
  const headers = {
    accept: 'application/json',
    ...(heard !== null && { [MOMENT_HEADER]: heard }),
    ...(isUnattended() && { [UNATTENDED_HEADER]: '1' }),
  }
  const response = await fetch(address, { signal, headers }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new ApiError(0, 'The console is not responding. What is shown may be out of date; it refreshes by itself.')
  })
  if (response.ok) return readable<Data>(response, signal)
  throw new ApiError(response.status, await detailOf(response))
}

async function readable<Data>(response: Response, signal: AbortSignal): Promise<Data> {
  try {
    return (await response.json()) as Data
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(
      response.status,
      'The answer of the console cannot be read, or broke off. What is shown may be out of date; it refreshes by itself.',
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

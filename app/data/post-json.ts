/** Result of a POST. Failures are returned, not thrown. */
export type Posted<Data> =
  | { readonly ok: true; readonly data: Data }
  /** `status` is 0 without a response. The write may still have succeeded. */
  | { readonly ok: false; readonly status: number; readonly reason: string; readonly data: unknown }

/** Posts JSON to a route of the console and parses the JSON response. */
export function postJson<Data>(address: string, body: unknown): Promise<Posted<Data>> {
  return post(address, body, response => response.json() as Promise<Data>)
}

/** Posts JSON to a route that answers with a file, which stays an opaque blob. */
export function postForFile(address: string, body: unknown): Promise<Posted<Blob>> {
  return post(address, body, response => response.blob())
}

const NO_ANSWER =
  'The console did not respond, so it may or may not have been done. Your input is kept; check the state before you try again.'

async function post<Data>(
  address: string,
  body: unknown,
  read: (response: Response) => Promise<Data>,
): Promise<Posted<Data>> {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.ok) return { ok: true, data: await read(response) }
    const data: unknown = await response.json().catch(() => null)
    return { ok: false, status: response.status, reason: detailIn(data) ?? statusText(response.status), data }
  } catch {
    return { ok: false, status: 0, reason: NO_ANSWER, data: null }
  }
}

function detailIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('detail' in data)) return null
  return typeof data.detail === 'string' ? data.detail : null
}

function statusText(status: number): string {
  return `The console answered with status ${status}.`
}

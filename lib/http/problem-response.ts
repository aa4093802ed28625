/** An error response of the API (RFC 9457). */
export function problemResponse(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail }
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed in the meantime',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not possible',
  428: 'Version required',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
  504: 'Timed out',
}

/** Whether a path belongs to the API, whose errors are problem documents. */
export function isApiPath(pathname: string): boolean {
  return /^\/api(\/|$)/.test(pathname)
}

/** An error response for a path: a problem document of the API, plain text otherwise. */
export function refusalResponse(
  pathname: string,
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (isApiPath(pathname)) return problemResponse(status, detail, headers)
  return new Response(detail, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
  })
}

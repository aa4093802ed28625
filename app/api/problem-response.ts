/** An error as an answer (RFC 9457). */
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
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not possible',
  428: 'Version required',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
  504: 'Timed out',
}

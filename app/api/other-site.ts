/** What somebody is told whose request a page of another site sent. */
export const ONLY_OWN_PAGES = 'Only this console’s own pages may call this.'

/**
 * Whether a page of another site sent a request, and the cookies along with it. A program sends neither of these headers.
 * `x-forwarded-host` comes from the gate, or a proxy it trusts, never from whoever asks.
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

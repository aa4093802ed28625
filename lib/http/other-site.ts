/** What somebody is told whose request a page of another site sent. */
export const ONLY_OWN_PAGES = 'Only this console’s own pages may call this.'

/**
 * Whether a page of another site sent a request, and the cookies along with it: one by plain http is another where the console is
 * reached by https. A program sends neither of these headers. `x-forwarded-host` and `-proto` come from the gate, or a proxy it
 * trusts, never from whoever asks.
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const { host, protocol } = new URL(origin)
  if (headers.get('x-forwarded-proto') === 'https' && protocol !== 'https:') return true
  return host !== (headers.get('x-forwarded-host') ?? headers.get('host'))
}

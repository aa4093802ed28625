/** Whether the page at this path requires a session; API routes authenticate on their own. */
export function needsSession(pathname: string): boolean {
  return !/^\/(sign-in|api|healthz|readyz)(\/|$)/.test(pathname)
}

/** Whether a page at this path is for people who are signed in; routes of the API decide by themselves. */
export function needsSession(pathname: string): boolean {
  return !/^\/(sign-in|api|healthz|readyz)(\/|$)/.test(pathname)
}

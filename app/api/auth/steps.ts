/** What of next-auth there is, as `METHOD action`; `/` where a provider follows. Its own pages, and what it tells scripts of the session, there is not. */
const STEPS: Readonly<Record<string, 'free' | 'attempt'>> = {
  'GET csrf': 'free',
  'GET providers': 'free',
  'POST signin/': 'attempt',
  'GET callback/oidc': 'attempt',
  'POST callback/demo': 'attempt',
  'POST signout': 'free',
}

/** What a request to sign in or out is: `attempt` when it counts as one, null when there is nothing of the kind. */
export function stepOf(method: string, [action = '', provider, ...more]: readonly string[]): 'free' | 'attempt' | null {
  if (more.length > 0) return null
  if (provider === undefined) return STEPS[`${method} ${action}`] ?? null
  return STEPS[`${method} ${action}/${provider}`] ?? STEPS[`${method} ${action}/`] ?? null
}

/** Methods an address of next-auth takes otherwise, for a request that came by another one. */
export function methodsOf(parts: readonly string[]): readonly string[] {
  return ['GET', 'POST'].filter(method => stepOf(method, parts) !== null)
}

/**
 * What may stand after the question mark where a sign-in begins: next-auth would hand anything on to the identity provider. `again` asks
 * for a proof of this moment.
 */
export function beginsAsItMay({ searchParams }: URL): boolean {
  const given = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted()
  return given.length === 0 || given.join() === 'max_age=0,prompt=login'
}

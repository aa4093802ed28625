/**
 * Supported routes of next-auth as `METHOD action`, with `/` where any provider may follow. Its own
 * pages and its session endpoint are not served.
 */
const STEPS: Readonly<Record<string, 'free' | 'attempt'>> = {
  'GET csrf': 'free',
  'GET providers': 'free',
  'POST signin/': 'attempt',
  'GET callback/oidc': 'attempt',
  'POST callback/demo': 'attempt',
  'POST signout': 'free',
}

/**
 * Classifies a request to next-auth: `attempt` when it counts as a sign-in attempt, null when it is
 * not supported.
 */
export function stepOf(method: string, [action = '', provider, ...more]: readonly string[]): 'free' | 'attempt' | null {
  if (more.length > 0) return null
  if (provider === undefined) return STEPS[`${method} ${action}`] ?? null
  return STEPS[`${method} ${action}/${provider}`] ?? STEPS[`${method} ${action}/`] ?? null
}

/** Methods that an address of next-auth supports, for the `Allow` header. */
export function methodsOf(parts: readonly string[]): readonly string[] {
  return ['GET', 'POST'].filter(method => stepOf(method, parts) !== null)
}

/**
 * Validates the query of a sign-in, because next-auth forwards any parameter to the identity
 * provider. Only the parameters for a new proof of identity are allowed.
 */
export function beginsAsItMay({ searchParams }: URL): boolean {
  const given = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted()
  return given.length === 0 || given.join() === 'max_age=0,prompt=login'
}

import type { OAuthConfig } from 'next-auth/providers/oauth'
import { identityOf } from './identity.ts'
import type { Issuer, SignedIn } from './issuer.ts'

/** Id of the provider in the addresses of next-auth. */
const OIDC = 'oidc'

interface ProviderParts {
  readonly issuer: Issuer
  /** Sent as `max_age` at each sign-in, which obliges the identity provider to return `auth_time`. */
  readonly longestSeconds: number
  /** Query of the callback. */
  readonly query: URLSearchParams
  /** Called with the identity and tokens after validation. */
  readonly onSignedIn: (signedIn: SignedIn) => void
  /** Called with the error of a failed exchange: next-auth passes on its message only. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Configures the identity provider for next-auth, which starts the attempt, stores state, nonce and
 * PKCE verifier in cookies, and redirects the browser. `issuer` exchanges and validates the
 * response.
 */
export function oidcProvider({
  issuer,
  longestSeconds,
  query,
  onSignedIn,
  onFailure,
}: ProviderParts): OAuthConfig<Record<string, unknown>> {
  const { settings } = issuer
  return {
    id: OIDC,
    name: settings.issuer.host,
    type: 'oauth',
    wellKnown: `${settings.issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: settings.clientId,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: {
      params: {
        scope: settings.scopes,
        max_age: longestSeconds,
        ...(settings.acr && { acr_values: settings.acr.join(' ') }),
      },
    },
    token: {
      async request({ provider, checks }) {
        const callback = new URL(`?${query}`, provider.callbackUrl)
        const signedIn = await issuer.signIn(callback, checks).catch((error: unknown) => {
          onFailure(error)
          throw error
        })
        onSignedIn(signedIn)
        return { tokens: { access_token: signedIn.tokens.access, id_token: signedIn.tokens.id } }
      },
    },
    profile: claims => {
      const { id, name } = identityOf(claims, settings.claims)
      return { id, name }
    },
  }
}

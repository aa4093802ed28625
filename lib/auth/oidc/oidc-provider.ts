import type { OAuthConfig } from 'next-auth/providers/oauth'
import { identityOf } from './identity.ts'
import type { Issuer, SignedIn } from './issuer.ts'

/** Id of the provider in the addresses of next-auth. */
const OIDC = 'oidc'

interface ProviderParts {
  readonly issuer: Issuer
  /** Asked for at each sign-in, so that the identity provider tells when somebody last proved who they are: only then does it have to. */
  readonly longestSeconds: number
  /** Hears what the identity provider said, once all of it was checked. */
  readonly onSignedIn: (signedIn: SignedIn) => void
  /** Hears why it was not taken: next-auth keeps the words of an error only. */
  readonly onFailure: (error: unknown) => void
}

/**
 * The identity provider as next-auth takes it: that begins the attempt, keeps state, nonce and PKCE in cookies, and sends the browser
 * there. What comes back is exchanged and checked by `issuer`.
 */
export function oidcProvider({
  issuer,
  longestSeconds,
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
      async request({ provider, params, checks }) {
        const callback = new URL(provider.callbackUrl)
        for (const [name, value] of Object.entries(params))
          if (typeof value === 'string') callback.searchParams.set(name, value)
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

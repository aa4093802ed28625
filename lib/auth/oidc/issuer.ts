import * as oidc from 'openid-client'
import type { Secret } from '#lib/secret.ts'
import { type ClaimNames, type Identity, identityOf, tellsGroups } from './identity.ts'
import { SignInError } from './sign-in-error.ts'

export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Read anew each time: a file may be replaced. Null for a client without a secret. */
  readonly clientSecret: () => Secret<string> | null
  readonly scopes: string
  /** How people may have proved who they are, one of these; null = however the identity provider likes. */
  readonly acr: readonly string[] | null
  readonly claims: ClaimNames
  /** How far the clocks may be apart, in seconds. */
  readonly clockSkew: number
}

/** What is kept to ask again later. */
export interface Tokens {
  readonly refresh: string | null
  readonly access: string
  /** Names the session to the identity provider at the sign-out. */
  readonly id: string
}

export interface SignedIn {
  readonly identity: Identity
  readonly tokens: Tokens
}

/** What next-auth remembers of the attempt in cookies of its own. */
interface Checks {
  readonly state?: string
  readonly nonce?: string
  readonly code_verifier?: string
}

/** Keys and addresses of an identity provider change seldom; a new key is fetched when it is met. */
const DISCOVERED_MS = 10 * 60_000
const TIMEOUT_SECONDS = 10

/** One identity provider, by OpenID Connect. */
export class Issuer {
  readonly settings: OidcSettings
  #discovered: { readonly at: number; readonly config: Promise<oidc.Configuration> } | null = null

  constructor(settings: OidcSettings) {
    this.settings = settings
  }

  /**
   * Exchanges the code an identity provider sent a browser back with, and checks all it says: state, nonce, PKCE, signature, issuer,
   * audience, times, and how somebody proved who they are. Throws what the library says: see failureOf.
   */
  async signIn(callback: URL, { state, nonce, code_verifier }: Checks): Promise<SignedIn> {
    if (!state || !nonce || !code_verifier) throw new SignInError('state')
    const config = await this.#config()
    const answer = await oidc.authorizationCodeGrant(config, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: code_verifier,
      idTokenExpected: true,
    })
    const { acr } = this.settings
    if (acr !== null && !acr.some(each => each === answer.claims()?.acr)) throw new SignInError('factor')
    return this.#signedIn(config, answer, null)
  }

  /** What is so now of somebody who signed in before; null when the identity provider no longer answers for them. Throws when it does not answer. */
  async again(tokens: Tokens, sub: string): Promise<SignedIn | null> {
    const config = await this.#config()
    try {
      if (tokens.refresh !== null) {
        const answer = await refreshed(config, tokens.refresh)
        return answer && (await this.#signedIn(config, answer, { ...tokens, sub }))
      }
      const claims = await oidc.fetchUserInfo(config, tokens.access, sub)
      // One that tells groups at the sign-in only has nothing to say now.
      if (!tellsGroups(claims, this.settings.claims)) return null
      return { identity: identityOf(claims, this.settings.claims), tokens }
    } catch (error) {
      // UserInfo no longer takes the access token.
      if (isChallenge(error)) return null
      throw error
    }
  }

  /** Where the identity provider ends its own session and leads back to `returnTo`; null where it has no such address. */
  async leaveUrl(idToken: string, returnTo: string): Promise<string | null> {
    const config = await this.#config()
    if (!config.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
  }

  async #signedIn(
    config: oidc.Configuration,
    answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    before: (Tokens & { readonly sub: string }) | null,
  ): Promise<SignedIn> {
    const told: Record<string, unknown> = { ...answer.claims() }
    const sub = typeof told.sub === 'string' ? told.sub : (before?.sub ?? '')
    const { claims } = this.settings
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
    const more =
      !tellsGroups(told, claims) && hasUserInfo ? await oidc.fetchUserInfo(config, answer.access_token, sub) : {}
    return {
      identity: identityOf({ ...more, ...told, sub }, claims),
      tokens: {
        refresh: answer.refresh_token ?? before?.refresh ?? null,
        access: answer.access_token,
        id: answer.id_token ?? before?.id ?? '',
      },
    }
  }

  #config(): Promise<oidc.Configuration> {
    const known = this.#discovered
    const now = performance.now()
    if (known && now - known.at < DISCOVERED_MS) return known.config
    const config = this.#discover()
    this.#discovered = { at: now, config }
    // One that did not answer is asked again the next time.
    config.catch(() => {
      if (this.#discovered?.config === config) this.#discovered = null
    })
    return config
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, clockSkew } = this.settings
    return oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: clockSkew }, authentication(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    })
  }
}

/**
 * By the header, which every provider has to take, unless it says that it takes the form only. The secret is read for each request: one
 * that was replaced counts from the next on.
 */
function authentication(clientSecret: OidcSettings['clientSecret']): oidc.ClientAuth {
  return (server, ...rest) => {
    const secret = clientSecret()
    if (secret === null) return oidc.None()(server, ...rest)
    const methods = server.token_endpoint_auth_methods_supported
    const takesHeader = methods === undefined || methods.includes('client_secret_basic')
    const auth = takesHeader ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    return auth(secret.reveal())(server, ...rest)
  }
}

/** What a refresh token is good for; null when it was revoked. Throws when it was not looked at, as without the right client secret. */
async function refreshed(config: oidc.Configuration, refresh: string) {
  try {
    return await oidc.refreshTokenGrant(config, refresh)
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
    // That one is put to this console, and ends nobody's session.
    throw isChallenge(error) ? new SignInError('client', { cause: error }) : error
  }
}

function isChallenge(error: unknown): boolean {
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401
}

import * as oidc from 'openid-client'
import type { Secret } from '#lib/util/secret.ts'
import { type ClaimNames, hasGroups, type Identity, identityOf } from './identity.ts'
import { classifySignInFailure, SignInError } from './sign-in-error.ts'

export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Read on each request, because the file may be replaced. Null for a public client. */
  readonly clientSecret: () => Secret<string> | null
  readonly scopes: string
  /** Accepted authentication context classes (`acr`); null accepts any. */
  readonly acr: readonly string[] | null
  readonly claims: ClaimNames
  /** Tolerated clock difference, in seconds. */
  readonly clockSkew: number
}

/** Tokens stored with a session to confirm it later. */
export interface Tokens {
  readonly refresh: string | null
  readonly access: string
  /** ID token. Replicas of the release before read it. */
  readonly id: string
}

export interface SignedIn {
  readonly identity: Identity
  readonly tokens: Tokens
}

/** State of the attempt that next-auth stores in cookies. */
interface Checks {
  readonly state?: string
  readonly nonce?: string
  readonly code_verifier?: string
}

/** Lifetime of the cached metadata. A signing key that is not yet known is fetched on first use. */
const DISCOVERED_MS = 10 * 60_000
const TIMEOUT_SECONDS = 10

/** OpenID Connect client of one identity provider. */
export class Issuer {
  readonly settings: OidcSettings
  #discovered: { readonly at: number; readonly config: Promise<oidc.Configuration> } | null = null

  constructor(settings: OidcSettings) {
    this.settings = settings
  }

  /**
   * Exchanges the authorization code of the callback and validates the response: state, nonce,
   * PKCE, signature, issuer, audience, times and `acr`. Throws SignInError or the library's error, also
   * for an error that the provider returns;
   * `classifySignInFailure` classifies both.
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
    const claims = answer.claims()
    try {
      const { acr } = this.settings
      if (acr !== null && !acr.some(each => each === claims?.acr)) throw new SignInError('factor')
      return await this.#signedIn(config, answer, null)
    } catch (error) {
      throw new SignInError(classifySignInFailure(error), { cause: error, subject: claims?.sub ?? null })
    }
  }

  /**
   * The present identity of a signed-in user; null when the provider revoked it or cannot confirm
   * it. Throws when it is unreachable.
   */
  async refresh(tokens: Tokens, sub: string): Promise<SignedIn | null> {
    const config = await this.#config()
    try {
      if (tokens.refresh !== null) {
        const answer = await refreshed(config, tokens.refresh)
        return answer && (await this.#signedIn(config, answer, { ...tokens, sub }))
      }
      const claims = await oidc.fetchUserInfo(config, tokens.access, sub)
      // A provider that sends groups only at sign-in cannot confirm them.
      if (!hasGroups(claims, this.settings.claims)) return null
      return { identity: identityOf(claims, this.settings.claims), tokens }
    } catch (error) {
      // UserInfo rejects the access token.
      if (isChallenge(error)) return null
      throw error
    }
  }

  /**
   * The provider's end-session URL, which redirects to `returnTo`; null when it has no such endpoint.
   * It names the client and not the ID token, which would reach the browser's history and the logs of
   * proxies: the provider ends the session of its own cookie, and may ask the user first.
   */
  async leaveUrl(returnTo: string): Promise<string | null> {
    const config = await this.#config()
    if (!config.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href
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
      !hasGroups(told, claims) && hasUserInfo ? await oidc.fetchUserInfo(config, answer.access_token, sub) : {}
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
    // Drop a failed discovery, so that the next call retries it.
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
 * Authenticates by header (client_secret_basic), which every provider must support, unless the
 * metadata excludes it. The secret is read on each request, so a replaced one takes effect with the
 * next request.
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

/**
 * Exchanges a refresh token; null when it was revoked. Throws when the provider did not evaluate
 * it, for example on a wrong client secret.
 */
async function refreshed(config: oidc.Configuration, refresh: string) {
  try {
    return await oidc.refreshTokenGrant(config, refresh)
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
    // A challenge rejects this client's credentials, not the user's token, so no session ends.
    throw isChallenge(error) ? new SignInError('client', { cause: error }) : error
  }
}

function isChallenge(error: unknown): boolean {
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401
}

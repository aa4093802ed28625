import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '../../test/kit/free-port.ts'

export type Claims = Readonly<Record<string, unknown>>

export interface Person {
  readonly id: string
  readonly email: string
  /** Authentication method that the ID token states; default: none. */
  readonly acr?: string
}

/** An OpenID Connect provider on loopback, with controls for tests. */
export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Every token it issued. */
  readonly issued: Set<string>
  /** The person who signs in next. */
  person: Person
  /** Sets the groups of a person; null = unknown to the provider. */
  put(person: Person, groups: readonly string[] | null): void
  /** Changes claims before they are signed, optionally with another key. */
  tamper: ((claims: Claims) => { readonly claims: Claims; readonly otherKey?: true }) | null
  /** Number of times a person had to authenticate. */
  readonly proofs: () => number
  stop(): Promise<void>
}

const KEY_ID = 'of-the-tests'

/** Settings of a console that uses this provider. */
export function oidcSettings({ url, clientId, clientSecret }: Issuer): Record<string, string> {
  return {
    HAP_OIDC_ISSUER: url,
    HAP_OIDC_CLIENT_ID: clientId,
    HAP_OIDC_SECRET: clientSecret,
    HAP_OIDC_SCOPES: 'openid email groups offline_access',
  }
}

/** Starts a provider with one client, the console at `consoleUrl`. Its sign-in needs no input: it accepts `person`. */
export async function startIssuer(consoleUrl: string, clientSecret = 'of-the-end-to-end-tests'): Promise<Issuer> {
  const url = `http://127.0.0.1:${await freePort()}`
  const [own, other] = [newKey(), newKey()]
  const people = new Map<string, { readonly email: string; readonly groups: readonly string[] | null }>()
  let proofs = 0
  const issuer: Issuer = {
    url,
    clientId: 'hap-console',
    clientSecret,
    issued: new Set(),
    person: { id: 'nobody', email: 'nobody@example.com' },
    put: (person, groups) => void people.set(person.id, { email: person.email, groups }),
    tamper: null,
    proofs: () => proofs,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const provider = new Provider(url, {
    clients: [
      {
        client_id: issuer.clientId,
        client_secret: issuer.clientSecret,
        redirect_uris: [`${consoleUrl}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${consoleUrl}/sign-in`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'offline_access', 'email', 'groups'],
    claims: { openid: ['sub'], email: ['email'], groups: ['groups'] },
    acrValues: ['mfa'],
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: 3_600, Grant: 86_400, IdToken: 3_600, Interaction: 600, RefreshToken: 86_400, Session: 86_400 },
    interactions: { url: () => '/prove' },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: { body: unknown }, form: string) => {
          ctx.body = `<!doctype html><title>Issuer</title>${form}<button form="op.logoutForm" name="logout" value="yes">Leave the issuer</button>`
        },
      },
    },
    findAccount(_: unknown, id: string) {
      const { email, groups = null } = people.get(id) ?? {}
      return groups === null ? undefined : { accountId: id, claims: async () => ({ sub: id, email, groups }) }
    },
    async loadExistingGrant(ctx: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const { session, client } = ctx.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid offline_access email groups')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const { body } = ctx
    // RFC 6749, 5.2.
    if (ctx.oidc?.route === 'token' && ctx.status === 401) ctx.set('www-authenticate', 'Basic realm="issuer"')
    if (ctx.oidc?.route !== 'token' || !hasIdToken(body)) return
    for (const [name, value] of Object.entries(body)) if (name.endsWith('_token')) issuer.issued.add(String(value))
    if (issuer.tamper === null) return
    const { claims, otherKey } = issuer.tamper(claimsOf(body.id_token))
    ctx.body = { ...body, id_token: signed(claims, otherKey ? other : own) }
  })
  const handle = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/prove')) return void handle(request, response)
    proofs++
    void provider.interactionFinished(request, response, {
      login: { accountId: issuer.person.id, ...(issuer.person.acr && { acr: issuer.person.acr }) },
    })
  })
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  return issuer
}

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function hasIdToken(body: unknown): body is { readonly id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function signed(claims: Claims, key: ReturnType<typeof newKey>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

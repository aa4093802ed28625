import { createHash, X509Certificate } from 'node:crypto'
import type { Clock } from '#embedded-garden/clock.ts'
import { ANONYMOUS, authenticated, type User } from './user.ts'

/** Resolves a bearer token to its user; null for an unknown token. */
type TokenSource = (token: string) => User | null

interface AuthenticatorOptions {
  /** Also authenticates the client certificate of the connection. */
  readonly certificates?: ClientCertificates
  /** Accepts requests without credentials as the anonymous user. Default: true. */
  readonly anonymous?: boolean
}

/** Resolves a request to the user who sends it. */
export class Authenticator {
  readonly #sources: readonly TokenSource[]
  readonly #certificates: ClientCertificates | null
  readonly #anonymous: boolean

  constructor(sources: readonly TokenSource[], { certificates, anonymous = true }: AuthenticatorOptions = {}) {
    this.#sources = sources
    this.#certificates = certificates ?? null
    this.#anonymous = anonymous
  }

  /** The user of the client certificate, otherwise of the Authorization header; anonymous without both; null for wrong credentials. */
  authenticate(authorization: string | undefined, certificate?: () => X509Certificate | undefined): User | null {
    const presented = this.#certificates === null ? undefined : certificate?.()
    const proven = presented && this.#certificates?.check(presented)
    if (proven) return proven
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
    if (!token) return this.#anonymous && !presented ? ANONYMOUS : null
    for (const source of this.#sources) {
      const user = source(token)
      if (user) return user
    }
    return null
  }
}

/** Authenticates users by fixed bearer tokens, like kube-apiserver's token file. */
export class StaticTokens {
  /** Keyed by digest of the token, so that a lookup takes the same time for every wrong token. */
  readonly #users = new Map<string, User>()

  constructor(users: Iterable<readonly [token: string, user: User]>) {
    for (const [token, user] of users) this.#users.set(digest(token), authenticated(user))
  }

  find(token: string): User | null {
    return this.#users.get(digest(token)) ?? null
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/** Authenticates users by client certificates of one authority: CN is the name, O are the groups (kube-apiserver). */
export class ClientCertificates {
  readonly #authority: X509Certificate
  readonly #clock: Clock

  /** `authority`: PEM. Throws when it is not a certificate. */
  constructor(authority: string, clock: Clock) {
    this.#authority = new X509Certificate(authority)
    this.#clock = clock
  }

  /** The user of a certificate with a proven key; null for another authority, an expired certificate or another key usage. */
  check(certificate: X509Certificate): User | null {
    const now = this.#clock.now()
    if (!certificate.checkIssued(this.#authority) || !certificate.verify(this.#authority.publicKey)) return null
    if (now < certificate.validFromDate || now > certificate.validToDate) return null
    if (!certificate.keyUsage?.includes(CLIENT_AUTH)) return null
    const { CN, O } = certificate.toLegacyObject().subject as { CN?: string; O?: string | string[] }
    if (!CN) return null
    const credential = `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`
    return authenticated({
      name: CN,
      uid: '',
      groups: O === undefined ? [] : [O].flat(),
      extra: { 'authentication.kubernetes.io/credential-id': [credential] },
    })
  }
}

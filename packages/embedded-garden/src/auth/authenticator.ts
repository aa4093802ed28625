import type { X509Certificate } from 'node:crypto'
import type { ClientCertificates } from './client-certificates.ts'
import { ANONYMOUS, type User } from './user.ts'

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

  /** The user of a client certificate, else of an Authorization header; the anonymous one without both; null when the credentials are wrong. */
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

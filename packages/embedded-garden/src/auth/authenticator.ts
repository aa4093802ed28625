import type { X509Certificate } from 'node:crypto'
import type { ClientCertificates } from './client-certificates.ts'
import { ANONYMOUS, type User } from './user.ts'

/** Tells whom a bearer token belongs to; null when it knows no such token. */
type TokenSource = (token: string) => User | null

interface AuthenticatorOptions {
  /** Also asks who is behind the certificate of a connection. */
  readonly certificates?: ClientCertificates
  /** Lets requests without credentials in as the anonymous user; on unless switched off. */
  readonly anonymous?: boolean
}

/** Tells who sends a request. */
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

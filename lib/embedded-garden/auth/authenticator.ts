import { ANONYMOUS, type User } from './user.ts'

/** Tells whom a bearer token belongs to; null when it knows no such token. */
type TokenSource = (token: string) => User | null

/** Tells who sends a request. */
export class Authenticator {
  readonly #sources: readonly TokenSource[]

  constructor(sources: readonly TokenSource[]) {
    this.#sources = sources
  }

  /** The user of an Authorization header; the anonymous one without it; null when the credentials are wrong. */
  authenticate(authorization: string | undefined): User | null {
    if (!authorization) return ANONYMOUS
    const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
    if (!token) return ANONYMOUS
    for (const source of this.#sources) {
      const user = source(token)
      if (user) return user
    }
    return null
  }
}

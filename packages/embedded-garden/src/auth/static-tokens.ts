import { createHash } from 'node:crypto'
import { authenticated, type User } from './user.ts'

/** Users who prove themselves by a fixed bearer token, like kube-apiserver's token file. */
export class StaticTokens {
  /** By digest of the token: a lookup then takes the same time for every wrong token. */
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

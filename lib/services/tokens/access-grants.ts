import { isToken, tokenIdOf } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Store } from '#lib/store/store.ts'

/**
 * A request to grant access, with the time of the user's sign-in in milliseconds since 1970; null
 * if unknown.
 */
interface GrantCall {
  readonly user: User
  readonly signedInAt: number | null
}

interface GrantParts {
  readonly store: Pick<Store, 'db' | 'transaction' | 'now'>
  /** HAP_TOKENS_GRANT_ACCESS; null: not set, which permits tokens of an earlier release. */
  readonly tokens: boolean | null
  /** Receives each use of a token that the next release refuses. */
  readonly onDeprecated: (use: { readonly token: string; readonly did: string }) => void
}

const NO_TOKEN =
  'API tokens cannot grant access to clusters on this console. Sign in to do so, or ask an administrator to set HAP_TOKENS_GRANT_ACCESS=on.'

/** The audit note of such a use. */
const DEPRECATED = 'From the next release this token needs HAP_TOKENS_GRANT_ACCESS=on for that.'

/**
 * Decides who may grant access to clusters: by importing one, naming administrators, or any other
 * order that creates a role binding or a credential. A person needs a recent sign-in. A token needs
 * the setting, or comes from a release in which each token could grant access.
 */
export class AccessGrants {
  readonly #parts: GrantParts

  constructor(parts: GrantParts) {
    this.#parts = parts
  }

  /** Why the user may not grant access, as a sentence; null if they may. Throws StoreError. */
  async obstacle({ user, signedInAt }: GrantCall): Promise<string | null> {
    const { store, tokens } = this.#parts
    if (!isToken(user)) return stepUpRefusal(user, signedInAt, store.now())
    if (tokens !== null) return tokens ? null : NO_TOKEN
    return (await this.#mayGrant(user)) ? null : NO_TOKEN
  }

  /** Requires that the user may grant access. Throws RefusedError, StoreError. */
  async require(call: GrantCall): Promise<void> {
    const obstacle = await this.obstacle(call)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
  }

  /**
   * Records that a token granted access, for the list of tokens. `did` is the action in the audit
   * log. Returns a note for the audit log; null for a use that stays permitted. Throws StoreError.
   */
  async recordUse({ user }: Pick<GrantCall, 'user'>, did: string): Promise<string | null> {
    const id = tokenIdOf(user)
    if (id === null) return null
    const { store, tokens, onDeprecated } = this.#parts
    const data = { accessGrants: { increment: 1 }, accessGrantedAt: new Date(store.now()) }
    await store.transaction(tx => tx.apiToken.updateMany({ where: { id }, data }), { isolation: 'read-committed' })
    if (tokens !== null) return null
    onDeprecated({ token: user.name, did })
    return DEPRECATED
  }

  async #mayGrant(user: User): Promise<boolean> {
    const { db } = this.#parts.store
    const row = await db.apiToken.findUnique({
      where: { id: tokenIdOf(user) ?? '' },
      select: { mayGrantAccess: true },
    })
    return row?.mayGrantAccess ?? false
  }
}

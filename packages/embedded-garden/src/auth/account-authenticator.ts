import type { Clock } from '#embedded-garden/clock.ts'
import { uidOf } from '#embedded-garden/object.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import type { ServiceAccountTokens, VerifiedToken } from './service-account-token.ts'
import { authenticated, type User } from './user.ts'

type TokenVerdict =
  | { readonly user: User; readonly audiences: readonly string[] }
  /** The text that token reviews show; null for a token that belongs to no ServiceAccount. */
  | { readonly user: null; readonly problem: string | null }

/** Resolves ServiceAccount tokens to users while the account and the object that the token is bound to exist. */
export class AccountAuthenticator {
  readonly #tokens: ServiceAccountTokens
  readonly #store: Store
  readonly #clock: Clock

  constructor(tokens: ServiceAccountTokens, store: Store, clock: Clock) {
    this.#tokens = tokens
    this.#store = store
    this.#clock = clock
  }

  check(token: string, audiences: readonly string[] = [this.#tokens.issuer]): TokenVerdict {
    const claims = this.#tokens.read(token)
    if (!claims) return { user: null, problem: null }
    const common = claims.audiences.filter(audience => audiences.includes(audience))
    const problem = this.#problem(claims, common, audiences)
    if (problem) return { user: null, problem }
    const { namespace, account } = claims
    return {
      audiences: common,
      user: authenticated({
        name: `system:serviceaccount:${namespace}:${account.name}`,
        uid: account.uid,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
        extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${claims.id}`] },
      }),
    }
  }

  #problem(claims: VerifiedToken, common: readonly string[], wanted: readonly string[]): string | null {
    const now = this.#clock.now().getTime() / 1000
    if (common.length === 0)
      return `token audiences [${quoted(claims.audiences)}] is invalid for the target audiences [${quoted(wanted)}]`
    if (now >= claims.expires) return 'service account token has expired'
    if (now < claims.notBefore - 1) return 'service account token is not valid yet'
    const { namespace, account, bound } = claims
    const present = this.#store.read('serviceaccounts', namespace, account.name)
    if (!present) return `serviceaccounts "${account.name}" not found`
    if (uidOf(present) !== account.uid)
      return `service account UID (${uidOf(present)}) does not match claim (${account.uid})`
    if (!bound) return null
    const kind = bound.kind.toLowerCase()
    const anchor = this.#store.read(`${kind}s`, kind === 'node' ? '' : namespace, bound.name)
    if (!anchor) return 'service account token has been invalidated'
    return uidOf(anchor) === bound.uid
      ? null
      : `${kind} UID (${uidOf(anchor)}) does not match service account ${kind} ref claim (${bound.uid})`
  }
}

function quoted(audiences: readonly string[]): string {
  return audiences.map(audience => JSON.stringify(audience)).join(' ')
}

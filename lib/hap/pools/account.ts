/** The hyperscaler account: what a binding refers to. Two bindings may share one. */
export interface Account {
  readonly kind: AccountKind
  readonly namespace: string
  readonly name: string
}

export type AccountKind = 'Secret' | 'WorkloadIdentity' | 'InternalSecret'

/** Identity of an account as one string, `Secret/garden-kyma/aws-0001`. */
export function accountKey(account: Account): string {
  let key = keys.get(account)
  if (key === undefined) {
    key = `${account.kind}/${account.namespace}/${account.name}`
    keys.set(account, key)
  }
  return key
}

/** A text that is made once is also hashed once, and pages look up thousands of accounts. */
const keys = new WeakMap<Account, string>()

/** The account of a key made by accountKey. */
export function parseAccountKey(key: string): Account {
  const [kind = '', namespace = '', ...name] = key.split('/')
  return { kind: kind as AccountKind, namespace, name: name.join('/') }
}

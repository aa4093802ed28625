/** Hyperscaler account that a binding refers to. Several bindings may refer to one account. */
export interface Account {
  readonly kind: AccountKind
  readonly namespace: string
  readonly name: string
}

export type AccountKind = 'Secret' | 'WorkloadIdentity' | 'InternalSecret'

/** Formats the identity of an account: `Secret/garden-kyma/aws-0001`. */
export function accountKey(account: Account): string {
  let key = accountKeys.get(account)
  if (key === undefined) {
    key = `${account.kind}/${account.namespace}/${account.name}`
    accountKeys.set(account, key)
  }
  return key
}

/** Cached keys: pages look up thousands of accounts, and a cached string keeps its hash. */
const accountKeys = new WeakMap<Account, string>()

/** Counts the accounts that some bindings refer to. */
export function countAccounts(bindings: Iterable<{ readonly account: Account }>): number {
  const keys = new Set<string>()
  for (const { account } of bindings) keys.add(accountKey(account))
  return keys.size
}

/** Parses a key made by accountKey. */
export function parseAccountKey(key: string): Account {
  const [kind = '', namespace = '', ...name] = key.split('/')
  return { kind: kind as AccountKind, namespace, name: name.join('/') }
}

export const BINDING_KINDS = ['CredentialsBinding', 'SecretBinding', 'Secret'] as const

export type BindingKind = (typeof BINDING_KINDS)[number]

/** Kinds that KEB has selected since June 2026; before, SecretBindings too. */
export const KEB_KINDS: readonly BindingKind[] = ['CredentialsBinding']

/** Prefix of all annotations that HAP writes on a binding. */
export const ANNOTATION_PREFIX = 'hap.kyma-project.io/'

/**
 * Common model of the three binding kinds. `kind` is part of the identity, since kinds may share
 * names.
 */
export interface Binding {
  readonly kind: BindingKind
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** Referenced account; a Secret used as a binding refers to itself. */
  readonly account: Account
  /** Gardener provider types; a SecretBinding may list several or, in old objects, none. */
  readonly providers: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  /** Annotations with ANNOTATION_PREFIX only. */
  readonly annotations: Readonly<Record<string, string>>
  /** RFC 3339, UTC. */
  readonly createdAt: string
  /** Set while finalizers are pending. RFC 3339, UTC. */
  readonly deletedAt: string | null
  /**
   * Why the object may not be the one that HAP knew; absent without a contradiction. See
   * lifecycle/identity.
   */
  readonly doubt?: Doubt
}

/**
 * `restored`: another object had its name and account before · `copied`: its annotations were
 * written on another object.
 */
export type Doubt = 'restored' | 'copied'

export type BindingRef = Pick<Binding, 'kind' | 'namespace' | 'name'>

/** Names that Kubernetes accepts for a binding. */
export const BINDING_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/

/**
 * Formats the identity of a binding, `CredentialsBinding/garden-kyma/aws-0001`; also the key of
 * database rows.
 */
export function bindingKey(binding: Omit<BindingRef, 'kind'> & { readonly kind: string }): string {
  let key = bindingKeys.get(binding)
  if (key === undefined) {
    key = `${binding.kind}/${binding.namespace}/${binding.name}`
    bindingKeys.set(binding, key)
  }
  return key
}

/** Cached keys, as for accounts. */
const bindingKeys = new WeakMap<object, string>()

/** Keys of HAP's annotations on a binding. Times are RFC 3339 in UTC. */
export const ANNOTATIONS = {
  /**
   * `cleaning`, `verifying` or `quarantined`; refines `dirty=true` and has no meaning without it.
   */
  state: `${ANNOTATION_PREFIX}state`,
  /** Time since when the binding is in its state. */
  stateSince: `${ANNOTATION_PREFIX}state-since`,
  /** Labels at that time, see stateMark; state and time are ignored when the labels differ. */
  sinceOf: `${ANNOTATION_PREFIX}since-of`,
  /** Reason of a hold; its presence is the hold. */
  hold: `${ANNOTATION_PREFIX}hold`,
  /** Time when the hold ends; absent for a hold without an end. */
  holdUntil: `${ANNOTATION_PREFIX}hold-until`,
  /** Counter that every selection and every change of state raises. */
  epoch: `${ANNOTATION_PREFIX}epoch`,
  /** What was checked before the account was called empty. */
  evidence: `${ANNOTATION_PREFIX}evidence`,
  /** Progress of cleaning: attempts, next run, resources found and deleted. */
  cleaning: `${ANNOTATION_PREFIX}cleaning`,
  /** Time of a request for immediate cleaning; has no meaning without `dirty=true`. */
  cleanNow: `${ANNOTATION_PREFIX}clean-now`,
  /**
   * Comma-separated flags of dirty and internal that were set before the hold; its presence says
   * that the labels show the hold.
   */
  heldFlags: `${ANNOTATION_PREFIX}held-flags`,
  /**
   * `free` when the account was clean before a person marked it dirty; has no meaning without
   * `dirty=true`.
   */
  dirtyFrom: `${ANNOTATION_PREFIX}dirty-from`,
  /** Id of the claim that selected the binding last. */
  selectedBy: `${ANNOTATION_PREFIX}selected-by`,
  /** Ids of HAP's latest writes, oldest first: evidence that a write in doubt succeeded. */
  writes: `${ANNOTATION_PREFIX}writes`,
  /** uid of the object that HAP annotated; differs in a copied or restored manifest. */
  uid: `${ANNOTATION_PREFIX}uid`,
} as const

/**
 * End of a binding's hold in milliseconds since 1970: Infinity for a hold without an end, null for
 * no hold. An end that was written on another object is ignored.
 */
export function holdEnd(binding: Pick<Binding, 'annotations' | 'doubt'>): number | null {
  if (!Object.hasOwn(binding.annotations, ANNOTATIONS.hold)) return null
  if (binding.doubt !== undefined) return Number.POSITIVE_INFINITY
  const until = Date.parse(binding.annotations[ANNOTATIONS.holdUntil] ?? '')
  return Number.isNaN(until) ? Number.POSITIVE_INFINITY : until
}

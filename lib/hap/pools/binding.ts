/** The hyperscaler account: what a binding refers to. Two bindings may share one. */
export interface Account {
  readonly kind: AccountKind
  readonly namespace: string
  readonly name: string
}

export type AccountKind = 'Secret' | 'WorkloadIdentity' | 'InternalSecret'

/** Identity of an account as one string, `Secret/garden-kyma/aws-0001`. */
export function accountKey(account: Account): string {
  let key = accountKeys.get(account)
  if (key === undefined) {
    key = `${account.kind}/${account.namespace}/${account.name}`
    accountKeys.set(account, key)
  }
  return key
}

/** A text that is made once is also hashed once, and pages look up thousands of accounts. */
const accountKeys = new WeakMap<Account, string>()

/** The account of a key made by accountKey. */
export function parseAccountKey(key: string): Account {
  const [kind = '', namespace = '', ...name] = key.split('/')
  return { kind: kind as AccountKind, namespace, name: name.join('/') }
}

export const BINDING_KINDS = ['CredentialsBinding', 'SecretBinding', 'Secret'] as const

export type BindingKind = (typeof BINDING_KINDS)[number]

/** Prefix of every annotation HAP writes on a binding: epoch, state, hold, evidence. */
export const ANNOTATION_PREFIX = 'hap.kyma-project.io/'

/** One model for the three kinds. `kind` is part of a binding's identity, since names may clash across kinds. */
export interface Binding {
  readonly kind: BindingKind
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** What it refers to; a Secret in the role of a binding refers to itself. */
  readonly account: Account
  /** Gardener provider types; a SecretBinding may list several, an old one none. */
  readonly providers: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  /** Only those under ANNOTATION_PREFIX. */
  readonly annotations: Readonly<Record<string, string>>
  /** RFC 3339, UTC. */
  readonly createdAt: string
  /** Set while the object waits for its finalizers. RFC 3339, UTC. */
  readonly deletedAt: string | null
  /** Why the object may not be the one that HAP knew; absent when nothing contradicts. See lifecycle/identity. */
  readonly doubt?: Doubt
}

/** `restored`: another object had its name and account before · `copied`: its annotations were written on another object. */
export type Doubt = 'restored' | 'copied'

export type BindingRef = Pick<Binding, 'kind' | 'namespace' | 'name'>

/** What Kubernetes takes for the name of one. */
export const BINDING_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/

/** Identity of a binding as one string, `CredentialsBinding/garden-kyma/aws-0001`; also of a row of the database. */
export function bindingKey(binding: Omit<BindingRef, 'kind'> & { readonly kind: string }): string {
  let key = bindingKeys.get(binding)
  if (key === undefined) {
    key = `${binding.kind}/${binding.namespace}/${binding.name}`
    bindingKeys.set(binding, key)
  }
  return key
}

/** As with accounts: made once, hashed once. */
const bindingKeys = new WeakMap<object, string>()

/** Keys of what HAP notes on a binding beside its labels. Times are RFC 3339 in UTC. */
export const ANNOTATIONS = {
  /** `cleaning`, `verifying` or `quarantined`; refines `dirty=true` and means nothing without it. */
  state: `${ANNOTATION_PREFIX}state`,
  /** Since when the binding is in its state. */
  stateSince: `${ANNOTATION_PREFIX}state-since`,
  /** The labels that was noted with, see stateMark: under others it tells nothing. */
  sinceOf: `${ANNOTATION_PREFIX}since-of`,
  /** Reason of a hold; its presence is the hold. */
  hold: `${ANNOTATION_PREFIX}hold`,
  /** When the hold ends by itself; absent = when somebody ends it. */
  holdUntil: `${ANNOTATION_PREFIX}hold-until`,
  /** Counts selections; every selection and every change of state raises it. */
  epoch: `${ANNOTATION_PREFIX}epoch`,
  /** What was looked at before the account was called empty. */
  evidence: `${ANNOTATION_PREFIX}evidence`,
  /** How far its cleaning is: attempts, next look, and what was found and deleted so far. */
  cleaning: `${ANNOTATION_PREFIX}cleaning`,
  /** When somebody asked for a look before all others; means nothing without `dirty=true`. */
  cleanNow: `${ANNOTATION_PREFIX}clean-now`,
  /** Which of dirty and internal were on when the hold began, as a comma list; its presence says that the labels show the hold. */
  heldFlags: `${ANNOTATION_PREFIX}held-flags`,
  /** `free` when the account was clean before somebody marked it dirty by hand; means nothing without `dirty=true`. */
  dirtyFrom: `${ANNOTATION_PREFIX}dirty-from`,
  /** Id of the claim that selected the binding last. */
  selectedBy: `${ANNOTATION_PREFIX}selected-by`,
  /** Ids of the latest writes of HAP, oldest first: proof that a write landed whose answer was lost. */
  writes: `${ANNOTATION_PREFIX}writes`,
  /** uid of the object that the annotations of HAP were written on: in a copied or restored manifest it is another one. */
  uid: `${ANNOTATION_PREFIX}uid`,
} as const

/**
 * When the hold of a binding ends, in milliseconds since 1970: Infinity = not by itself, null = there is no hold. The end of a hold
 * that was noted on another object is ignored.
 */
export function holdEnd(binding: Pick<Binding, 'annotations' | 'doubt'>): number | null {
  if (!Object.hasOwn(binding.annotations, ANNOTATIONS.hold)) return null
  if (binding.doubt !== undefined) return Number.POSITIVE_INFINITY
  const until = Date.parse(binding.annotations[ANNOTATIONS.holdUntil] ?? '')
  return Number.isNaN(until) ? Number.POSITIVE_INFINITY : until
}

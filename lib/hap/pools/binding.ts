import type { Account } from './account.ts'

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
  let key = keys.get(binding)
  if (key === undefined) {
    key = `${binding.kind}/${binding.namespace}/${binding.name}`
    keys.set(binding, key)
  }
  return key
}

/** As with accounts: made once, hashed once. */
const keys = new WeakMap<object, string>()

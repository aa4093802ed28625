import { type Account, type AccountKind, accountKey, type Binding, bindingKey } from './binding.ts'

/**
 * Causes that a refused write reveals: an object that the binding refers to is missing or
 * unreadable.
 */
export const CONDITION_CAUSES = [
  'credentials-missing',
  'credentials-unreadable',
  'quota-missing',
  'quota-unreadable',
] as const

export type ConditionCause = (typeof CONDITION_CAUSES)[number]

/**
 * Causes for which Gardener refuses to write a binding or use its account; the last one: its API no
 * longer serves the kind.
 */
export const REFUSAL_CAUSES = [...CONDITION_CAUSES, 'kind-not-served'] as const

export type RefusalCause = (typeof REFUSAL_CAUSES)[number]

/**
 * A permanent refusal, observed in a refused write, in a check of the Secret, or by the reflector.
 */
export interface AccountCondition {
  readonly cause: RefusalCause
  /** Milliseconds since 1970. */
  readonly since: number
  /** Time of the last confirmation in milliseconds since 1970. */
  readonly checkedAt: number
}

/** The account or binding that a condition applies to. */
export interface ConditionSubject {
  /** accountKey. */
  readonly account: string
  /** The binding that refers to the Quota; null when the condition applies to the account. */
  readonly binding: { readonly key: string; readonly uid: string } | null
}

export interface SubjectCondition extends AccountCondition, ConditionSubject {
  readonly cause: ConditionCause
}

/** Formats the identity of a subject; also the key of its database row. */
export function subjectOf({ account, binding }: ConditionSubject): string {
  return binding === null ? account : `${binding.key} ${binding.uid}`
}

/** Returns the subject of a refusal: the account for credentials, the binding for Quotas. */
export function subjectOfRefusal(cause: ConditionCause, binding: Binding): ConditionSubject {
  const isOfBinding = cause === 'quota-missing' || cause === 'quota-unreadable'
  return {
    account: accountKey(binding.account),
    binding: isOfBinding ? { key: bindingKey(binding), uid: binding.uid } : null,
  }
}

/**
 * Formats the cause as a clause: `its Secret is missing`, or for several accounts `their Secrets
 * are missing`.
 */
export function conditionCause(cause: RefusalCause, kind: AccountKind, accounts = 1): string {
  const isOne = accounts === 1
  const credentials = isOne ? `its ${kind}` : `their ${PLURALS[kind]}`
  switch (cause) {
    case 'credentials-missing':
      return `${credentials} ${isOne ? 'is' : 'are'} missing`
    case 'credentials-unreadable':
      return `the console may not read ${credentials}`
    case 'quota-missing':
      return isOne ? 'a Quota it names is missing' : 'Quotas they name are missing'
    case 'quota-unreadable':
      return `the console may not read ${isOne ? 'a Quota it names' : 'Quotas they name'}`
    case 'kind-not-served':
      return `Gardener no longer serves the kind of ${isOne ? 'its binding' : 'their bindings'}`
  }
}

const PLURALS: Readonly<Record<AccountKind, string>> = {
  Secret: 'Secrets',
  WorkloadIdentity: 'WorkloadIdentities',
  InternalSecret: 'InternalSecrets',
}

/** Says what ends a condition, as a sentence. */
export function conditionAdvice(cause: RefusalCause, { kind, namespace, name }: Account): string {
  switch (cause) {
    case 'credentials-missing':
      return `Recreate ${kind} ${name} in ${namespace}, or delete the binding.`
    case 'credentials-unreadable':
      return `The role of the console needs "get" on ${kind} ${name} in ${namespace}.`
    case 'quota-missing':
      return 'Recreate the Quota, or replace the binding: its quotas cannot be changed.'
    case 'quota-unreadable':
      return 'The role of the console needs "get" on quotas.core.gardener.cloud.'
    case 'kind-not-served':
      return 'Label a CredentialsBinding of the same account: it replaces this binding.'
  }
}

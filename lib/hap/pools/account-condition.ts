import { type Account, type AccountKind, accountKey, type Binding, bindingKey } from './binding.ts'

/** What a refused write tells of an account: what its binding names is missing, or may not be read. */
export const CONDITION_CAUSES = [
  'credentials-missing',
  'credentials-unreadable',
  'quota-missing',
  'quota-unreadable',
] as const

export type ConditionCause = (typeof CONDITION_CAUSES)[number]

/** Why Gardener refuses to write a binding or to use its account: also because it does not serve the kind any more. */
export const REFUSAL_CAUSES = [...CONDITION_CAUSES, 'kind-not-served'] as const

export type RefusalCause = (typeof REFUSAL_CAUSES)[number]

/** A lasting refusal of Gardener, learned from a refused write, from a look at the Secret, or from the feed. */
export interface AccountCondition {
  readonly cause: RefusalCause
  /** Milliseconds since 1970. */
  readonly since: number
  /** When it was last confirmed, in milliseconds since 1970. */
  readonly checkedAt: number
}

/** What a condition applies to. */
export interface ConditionSubject {
  /** Key of accountKey. */
  readonly account: string
  /** The binding that names the Quota; null for the whole account. */
  readonly binding: { readonly key: string; readonly uid: string } | null
}

export interface SubjectCondition extends AccountCondition, ConditionSubject {
  readonly cause: ConditionCause
}

/** Identity of a subject as one string; also of its row in the database. */
export function subjectOf({ account, binding }: ConditionSubject): string {
  return binding === null ? account : `${binding.key} ${binding.uid}`
}

/** What a refusal of a write applies to: credentials are those of the account, Quotas those of the binding. */
export function subjectOfRefusal(cause: ConditionCause, binding: Binding): ConditionSubject {
  const isOfBinding = cause === 'quota-missing' || cause === 'quota-unreadable'
  return {
    account: accountKey(binding.account),
    binding: isOfBinding ? { key: bindingKey(binding), uid: binding.uid } : null,
  }
}

/** The text that names a condition, its cause as a fragment: `its Secret is missing`; for several accounts `their Secrets are missing`. */
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
      return `Gardener does not serve the kind of ${isOne ? 'its binding' : 'their bindings'} any more`
  }
}

const PLURALS: Readonly<Record<AccountKind, string>> = {
  Secret: 'Secrets',
  WorkloadIdentity: 'WorkloadIdentities',
  InternalSecret: 'InternalSecrets',
}

/** What makes a condition end, as a sentence. */
export function conditionAdvice(cause: RefusalCause, { kind, namespace, name }: Account): string {
  switch (cause) {
    case 'credentials-missing':
      return `Create ${kind} ${name} in ${namespace} again, or delete the binding.`
    case 'credentials-unreadable':
      return `The role of the console needs "get" on ${kind} ${name} in ${namespace}.`
    case 'quota-missing':
      return 'Create the Quota again, or replace the binding: its quotas cannot be changed.'
    case 'quota-unreadable':
      return 'The role of the console needs "get" on quotas.core.gardener.cloud.'
    case 'kind-not-served':
      return 'Label a CredentialsBinding of the same account: it takes the place of this binding.'
  }
}

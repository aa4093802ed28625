import type { Account, AccountKind } from './account.ts'

/** Why Gardener refuses to write a binding, or to use its account: what the binding names is missing, or may not be read. */
export const CONDITION_CAUSES = [
  'credentials-missing',
  'credentials-unreadable',
  'quota-missing',
  'quota-unreadable',
] as const

export type ConditionCause = (typeof CONDITION_CAUSES)[number]

/** A lasting refusal of Gardener, learned from a refused write or from a look at the Secret. */
export interface AccountCondition {
  readonly cause: ConditionCause
  /** Milliseconds since 1970. */
  readonly since: number
  /** When it was last confirmed, in milliseconds since 1970. */
  readonly checkedAt: number
}

/** The text that names a condition, its cause as a fragment: `its Secret is missing`; for several accounts `their Secrets are missing`. */
export function conditionCause(cause: ConditionCause, kind: AccountKind, accounts = 1): string {
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
  }
}

const PLURALS: Readonly<Record<AccountKind, string>> = {
  Secret: 'Secrets',
  WorkloadIdentity: 'WorkloadIdentities',
  InternalSecret: 'InternalSecrets',
}

/** What makes a condition end, as a sentence. */
export function conditionAdvice(cause: ConditionCause, { kind, namespace, name }: Account): string {
  switch (cause) {
    case 'credentials-missing':
      return `Create ${kind} ${name} in ${namespace} again, or delete the binding.`
    case 'credentials-unreadable':
      return `The role of the console needs "get" on ${kind} ${name} in ${namespace}.`
    case 'quota-missing':
      return 'Create the Quota again, or replace the binding: its quotas cannot be changed.'
    case 'quota-unreadable':
      return 'The role of the console needs "get" on quotas.core.gardener.cloud.'
  }
}

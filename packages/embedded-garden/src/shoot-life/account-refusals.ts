import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { ERROR_CODES, type ErrorCode } from './account-errors.ts'

/** Accounts that refuse infrastructure to their shoots. An account is what bindings refer to: `namespace/name` of the Secret or WorkloadIdentity. */
export class AccountRefusals {
  readonly #codes = new Map<string, ErrorCode>()

  /** From now on operations of the account's shoots end in an error with this code; null = they succeed again. Throws for an unknown code. */
  set(account: string, code: ErrorCode | null): void {
    if (code === null) return void this.#codes.delete(account)
    if (!ERROR_CODES.includes(code)) throw new Error(`The code must be one of ${ERROR_CODES.join(', ')}.`)
    this.#codes.set(account, code)
  }

  clear(): void {
    this.#codes.clear()
  }

  codeFor(store: Services['store'], shoot: KubeObject): ErrorCode | null {
    if (this.#codes.size === 0) return null
    const account = accountOf(store, shoot)
    return (account === null ? null : this.#codes.get(account)) ?? null
  }
}

function accountOf(store: Services['store'], shoot: KubeObject): string | null {
  const spec = objectAt(shoot, 'spec')
  const credentials = stringAt(spec, 'credentialsBindingName')
  const binding = credentials
    ? store.read('credentialsbindings.security.gardener.cloud', namespaceOf(shoot), credentials)
    : store.read('secretbindings.core.gardener.cloud', namespaceOf(shoot), stringAt(spec, 'secretBindingName'))
  if (!binding) return null
  const reference = objectAt(binding, credentials ? 'credentialsRef' : 'secretRef')
  return `${stringAt(reference, 'namespace')}/${stringAt(reference, 'name')}`
}

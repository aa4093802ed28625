import { type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'

/** Gardener's error codes for accounts, and the one for a misconfigured shoot. */
const ERROR_CODES = [
  'ERR_INFRA_QUOTA_EXCEEDED',
  'ERR_INFRA_RATE_LIMITS_EXCEEDED',
  'ERR_INFRA_RESOURCES_DEPLETED',
  'ERR_INFRA_UNAUTHENTICATED',
  'ERR_INFRA_UNAUTHORIZED',
  'ERR_CONFIGURATION_PROBLEM',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

const TASK = 'Waiting until shoot infrastructure has been reconciled'

/** `lastOperation.description` of a shoot whose account or configuration failed it. */
export const FAILED_FLOW = {
  Create: `Flow "Shoot cluster creation" encountered task errors: [task "${TASK}" failed: Failed to create Infrastructure]`,
  Reconcile: `Flow "Shoot cluster reconciliation" encountered task errors: [task "${TASK}" failed: Failed to reconcile Infrastructure]`,
} as const

const CAUSES: Readonly<Record<ErrorCode, string>> = {
  ERR_INFRA_QUOTA_EXCEEDED: 'VpcLimitExceeded',
  ERR_INFRA_RATE_LIMITS_EXCEEDED: 'RequestLimitExceeded',
  ERR_INFRA_RESOURCES_DEPLETED: 'InsufficientInstanceCapacity',
  ERR_INFRA_UNAUTHENTICATED: 'InvalidClientTokenId',
  ERR_INFRA_UNAUTHORIZED: 'UnauthorizedOperation',
  ERR_CONFIGURATION_PROBLEM: 'InvalidParameterValue',
}

/** An entry of `lastErrors`. `at`: RFC 3339. */
export function lastError(code: ErrorCode, at: string): JsonObject {
  return {
    description: `task "${TASK}" failed: error during reconciliation: ${CAUSES[code]}`,
    taskID: TASK,
    codes: [code],
    lastUpdateTime: at,
  }
}

/** Accounts that refuse infrastructure to their shoots. An account is `namespace/name` of its Secret or WorkloadIdentity. */
export class AccountRefusals {
  readonly #codes = new Map<string, ErrorCode>()

  /** Makes operations of the account's shoots fail with this code; null ends that. Throws for an unknown code. */
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

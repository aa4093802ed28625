import type { JsonObject } from '#embedded-garden/json.ts'

/** Gardener's codes that say something about the account, and one of a badly configured shoot. */
export const ERROR_CODES = [
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

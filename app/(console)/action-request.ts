import { randomUUID } from 'node:crypto'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'

/**
 * Returns the id of the request that calls a server action. Log lines and audit records share it.
 */
export function actionRequestId(): string {
  return currentRequestId() ?? randomUUID()
}

/**
 * Returns a string argument of a server action; empty for any other type, because the client may
 * send anything.
 */
export function textArgument(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

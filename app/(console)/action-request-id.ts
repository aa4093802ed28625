import { randomUUID } from 'node:crypto'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'

/**
 * Returns the id of the request that calls a server action. Log lines and audit records share it.
 */
export function actionRequestId(): string {
  return currentRequestId() ?? randomUUID()
}

import { randomUUID } from 'node:crypto'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'

/** The id of the request that calls an action, as its log lines have it: the audit log keeps it. */
export function actionRequestId(): string {
  return currentRequestId() ?? randomUUID()
}

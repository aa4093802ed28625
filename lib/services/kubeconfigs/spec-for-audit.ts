import type { KubeconfigRequestSpec } from '#lib/operators/api/kubeconfig-request.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'

/** What a request asks for, as the audit log keeps it. */
export function specForAudit(spec: Omit<KubeconfigRequestSpec, 'output'>): JsonValue {
  return JSON.parse(JSON.stringify(spec)) as JsonValue
}

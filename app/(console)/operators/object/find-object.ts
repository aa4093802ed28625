import { getKindState, type OperatorKind, type OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Finds a custom resource in the inventory. Returns null when it does not exist, and `{ detail: null }` while its kind has not been read,
 * so that the page retries instead of reporting "not found".
 */
export function findObject<Detail>(
  kind: OperatorKind,
  name: string,
  find: (objects: OperatorObjects, name: string) => Detail | null,
): { readonly detail: Detail | null } | null {
  const { operators } = runtime()
  const detail = operators && find(operators, name)
  if (detail) return { detail }
  const { state } = getKindState(operators, kind)
  return state === 'reading' || state === 'unreachable' || state === 'refused' ? { detail: null } : null
}

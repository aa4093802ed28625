import { getKindState, type OperatorKind, type OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { runtime } from '#lib/runtime.ts'

/** What is known of a custom resource, null while nobody knows whether there is one; null in all where there is none. */
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

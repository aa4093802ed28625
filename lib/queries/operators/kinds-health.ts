import type { Phase } from '#lib/garden/reflector/contact.ts'
import { absentText } from './kind-state.ts'
import type { KindFreshness, OperatorKind, OperatorObjects } from './operator-objects.ts'

/** How far what is known of a kind can be trusted, as the list of all sources says it. */
export interface KindHealth {
  readonly source: OperatorKind
  readonly phase: Phase | 'absent'
  readonly ageMs: number | null
  readonly complete: boolean
  /** What is wrong and what to do; null while all is well. */
  readonly message: string | null
}

/** The same of all kinds: no page but theirs waits for them, or is stale by them. None without a control plane. */
export function kindsHealth(objects: Pick<OperatorObjects, 'freshness'> | null): readonly KindHealth[] {
  return objects?.freshness().map(kindHealth) ?? []
}

function kindHealth({ kind, resource, phase, ageMs, complete, error, absent }: KindFreshness): KindHealth {
  if (absent) return { source: kind, phase: 'absent', ageMs, complete, message: absentText(resource) }
  return { source: kind, phase, ageMs, complete, message: error?.message ?? null }
}

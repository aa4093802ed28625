import type { Phase } from '#lib/garden/reflector/contact.ts'
import { skippedText } from '../skipped-text.ts'
import { absentText } from './kind-state.ts'
import type { KindFreshness, OperatorKind, OperatorObjects } from './operator-objects.ts'

/** How far what is known of a kind can be trusted, as the list of all sources says it. */
export interface KindHealth {
  readonly source: OperatorKind
  readonly phase: Phase | 'absent'
  readonly ageMs: number | null
  readonly complete: boolean
  /** Objects that cannot be read and are left out. */
  readonly skipped: number
  /** What is wrong and what to do; null while all is well. */
  readonly message: string | null
}

/** The same of all kinds: no page but theirs waits for them, or is stale by them. None without a control plane. */
export function kindsHealth(objects: Pick<OperatorObjects, 'freshness'> | null): readonly KindHealth[] {
  return objects?.freshness().map(kindHealth) ?? []
}

function kindHealth({ kind, resource, phase, ageMs, complete, error, absent, skipped }: KindFreshness): KindHealth {
  const known = { source: kind, ageMs, complete, skipped: skipped.length }
  if (absent) return { ...known, phase: 'absent', message: absentText(resource) }
  const message = [error?.message, skippedText(kind, skipped)].filter(Boolean).join(' ')
  return { ...known, phase, message: message === '' ? null : message }
}

import type { DiffLine } from '#lib/hap/actions/diff.ts'
import { withReason } from './action-form.ts'

/** The lines of a preview with the reason as it is typed so far; what would go and come alike stays, and is no line. */
export function diffWithReason(lines: readonly DiffLine[], reason: string): readonly DiffLine[] {
  const filled = lines.map(line => withReason(line, reason))
  const has = (change: DiffLine['change'], { key, value, note }: DiffLine) =>
    filled.some(line => line.change === change && line.key === key && line.value === value && line.note === note)
  return filled.filter(line => !(has('added', line) && has('removed', line)))
}

import type { DiffLine } from '#lib/hap/actions/diff.ts'
import { withReason } from './action-form.ts'

/**
 * Inserts the reason typed so far into the lines of a preview and drops pairs that add and remove
 * the same value.
 */
export function diffWithReason(lines: readonly DiffLine[], reason: string): readonly DiffLine[] {
  const filled = lines.map(line => withReason(line, reason))
  const has = (change: DiffLine['change'], { key, value, note }: DiffLine) =>
    filled.some(line => line.change === change && line.key === key && line.value === value && line.note === note)
  return filled.filter(line => !(has('added', line) && has('removed', line)))
}

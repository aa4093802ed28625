import { structuredPatch } from 'diff'

/** A line of the old text, the new one, or both. */
interface DiffLine {
  readonly change: 'kept' | 'removed' | 'added'
  readonly text: string
}

/** Differing lines with their context. */
export interface DiffHunk {
  /** First line in the old and the new text, from 1. */
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly DiffLine[]
}

/**
 * Maximum number of removed and added lines of a minimal diff, because its time grows with their
 * square. Above it the whole text counts as replaced.
 */
const MAX_EDITS = 1_000

const CHANGES: Readonly<Record<string, DiffLine['change']>> = { '-': 'removed', '+': 'added', ' ': 'kept' }

/** Returns the hunks of a minimal line diff with `context` lines around; empty for equal texts. */
export function diffHunks(before: string, after: string, context = 3): readonly DiffHunk[] {
  const [old, next] = [normalize(before), normalize(after)]
  const patch = structuredPatch('', '', old, next, '', '', { context, maxEditLength: MAX_EDITS })
  if (patch === undefined) return [replaceAll(old, next)]
  return patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.map(line => ({ change: CHANGES[line.charAt(0)] ?? 'kept', text: line.slice(1) })),
  }))
}

/** The text with LF line ends, also after the last line. */
function normalize(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
}

function replaceAll(before: string, after: string): DiffHunk {
  const linesOf = (text: string, change: DiffLine['change']) =>
    text
      .split('\n')
      .slice(0, -1)
      .map(line => ({ change, text: line }))
  return { oldStart: 1, newStart: 1, lines: [...linesOf(before, 'removed'), ...linesOf(after, 'added')] }
}

/** Truncates a diff to a number of lines and counts the omitted ones. */
export function cutHunks(
  hunks: readonly DiffHunk[],
  most: number,
): { readonly hunks: readonly DiffHunk[]; readonly moreLines: number } {
  const cut: DiffHunk[] = []
  let left = most
  let moreLines = 0
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, left)
    if (lines.length > 0) cut.push({ ...hunk, lines })
    left -= lines.length
    moreLines += hunk.lines.length - lines.length
  }
  return { hunks: cut, moreLines }
}

/** Reverses a diff; in each hunk removed lines come before added ones. */
export function reverseHunks(hunks: readonly DiffHunk[]): readonly DiffHunk[] {
  return hunks.map(({ oldStart, newStart, lines }) => {
    const turned: DiffHunk['lines'][number][] = []
    let added: DiffHunk['lines'][number][] = []
    for (const { change, text } of lines) {
      if (change === 'added') turned.push({ change: 'removed', text })
      else if (change === 'removed') added.push({ change: 'added', text })
      else {
        turned.push(...added, { change, text })
        added = []
      }
    }
    return { oldStart: newStart, newStart: oldStart, lines: [...turned, ...added] }
  })
}

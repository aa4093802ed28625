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
 * Maximum number of line pairs for a minimal diff; above it, the part between the common ends
 * counts as replaced.
 */
const MAX_PAIRS = 4_000_000

/** Computes a minimal line diff. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, young] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < young.length && old[start] === young[start]) start++
  let end = 0
  const most = Math.min(old.length, young.length) - start
  while (end < most && old[old.length - 1 - end] === young[young.length - 1 - end]) end++
  const kept = (texts: readonly string[]) => texts.map(text => ({ change: 'kept', text }) as const)
  return [
    ...kept(old.slice(0, start)),
    ...between(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...kept(old.slice(old.length - end)),
  ]
}

/** Returns the hunks of a unified diff with `around` lines of context; empty for equal texts. */
export function hunksOf(lines: readonly DiffLine[], around = 3): readonly DiffHunk[] {
  const shown = new Set<number>()
  for (const [place, { change }] of lines.entries()) {
    if (change === 'kept') continue
    for (let near = place - around; near <= place + around; near++) shown.add(near)
  }
  const hunks: (DiffHunk & { lines: DiffLine[] })[] = []
  let [oldLine, newLine] = [1, 1]
  for (const [place, line] of lines.entries()) {
    if (shown.has(place)) {
      if (!shown.has(place - 1) || place === 0) hunks.push({ oldStart: oldLine, newStart: newLine, lines: [] })
      hunks.at(-1)?.lines.push(line)
    }
    if (line.change !== 'added') oldLine++
    if (line.change !== 'removed') newLine++
  }
  return hunks
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Diffs by the longest common subsequence. */
function between(old: readonly string[], young: readonly string[]): readonly DiffLine[] {
  const removed = (texts: readonly string[]) => texts.map(text => ({ change: 'removed', text }) as const)
  const added = (texts: readonly string[]) => texts.map(text => ({ change: 'added', text }) as const)
  if (old.length * young.length > MAX_PAIRS) return [...removed(old), ...added(young)]
  const width = young.length + 1
  // Lengths of the longest common subsequence of both remainders.
  const common = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = young.length - 1; column >= 0; column--) {
      common[row * width + column] =
        old[row] === young[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length && column < young.length) {
    const [mine, theirs] = [old[row] ?? '', young[column] ?? '']
    if (mine === theirs) {
      lines.push({ change: 'kept', text: mine })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ change: 'removed', text: mine })
      row++
    } else {
      lines.push({ change: 'added', text: theirs })
      column++
    }
  }
  return [...lines, ...removed(old.slice(row)), ...added(young.slice(column))]
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

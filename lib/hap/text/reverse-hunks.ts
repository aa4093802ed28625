import type { DiffHunk } from './line-diff.ts'

/** The same difference, read from the new text to the old one. What is removed stands before what is added, as in any difference. */
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

import type { DiffHunk } from './line-diff.ts'

/** The first lines of a difference, at most so many, and how many are left out. */
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

import { isProduct } from './floors.ts'
import type { SourceFile, Violation } from './rules.ts'

/**
 * Limits in lines. The median is only reported, since a limit on it would reward splitting a subject into fragments. So would a
 * tighter p90, which rises when small files are merged.
 */
const MAX = { p90: 230, file: 450 }

interface Sizes {
  readonly files: number
  /** Lines. */
  readonly median: number
  readonly p90: number
  readonly largest: number
}

/** Figures of the product's files, in lines. */
export function sizesOf(files: readonly SourceFile[]): Sizes {
  const lines = files
    .filter(file => isProduct(file.path))
    .map(lineCount)
    .sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  return { files: lines.length, median: at(0.5), p90: at(0.9), largest: lines.at(-1) ?? 0 }
}

/** Reports files above the limit, and a p90 above its limit. */
export function sizeViolations(files: readonly SourceFile[]): Violation[] {
  const sizes = sizesOf(files)
  const house = (message: string): Violation => ({ file: '(all files)', line: 0, message })
  return [
    ...(sizes.p90 > MAX.p90 ? [house(`nine in ten have up to ${sizes.p90} lines; at most ${MAX.p90}`)] : []),
    ...files
      .filter(file => isProduct(file.path) && lineCount(file) > MAX.file)
      .map(file => ({
        file: file.path,
        line: MAX.file,
        message: `has ${lineCount(file)} lines; at most ${MAX.file}`,
      })),
  ]
}

function lineCount(file: SourceFile): number {
  return file.text.split('\n').length - 1
}

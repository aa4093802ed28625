import { isProduct } from './floors.ts'
import type { SourceFile, Violation } from './rules.ts'

const MOST = { median: 70, p90: 200, file: 450 }

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

/** A file has one idea: what is too long in the middle, at the top tenth, or alone. */
export function sizeViolations(files: readonly SourceFile[]): Violation[] {
  const sizes = sizesOf(files)
  const house = (message: string): Violation => ({ file: '(all files)', line: 0, message })
  return [
    ...(sizes.median > MOST.median ? [house(`median of ${sizes.median} lines; at most ${MOST.median}`)] : []),
    ...(sizes.p90 > MOST.p90 ? [house(`nine in ten have up to ${sizes.p90} lines; at most ${MOST.p90}`)] : []),
    ...files
      .filter(file => isProduct(file.path) && lineCount(file) > MOST.file)
      .map(file => ({
        file: file.path,
        line: MOST.file,
        message: `has ${lineCount(file)} lines; at most ${MOST.file}`,
      })),
  ]
}

function lineCount(file: SourceFile): number {
  return file.text.split('\n').length - 1
}

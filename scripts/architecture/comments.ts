import { isProduct } from './floors.ts'
import type { SourceFile, Violation } from './rules.ts'

/** In percent: comment lines in dialect among comment lines, and comment lines among all lines. */
const LIMITS = { dialect: 1, comments: 6 }

/**
 * Words that make comments hard to read: persons instead of parts of the program, and homemade
 * terms where Kubernetes, React or SQL has a word.
 */
const DIALECT =
  /\b(?:whoever|whatever|whichever|nobody|somebody|anew|meanwhile|tells?|told|hears?|heard|c[ao]mes? (?:to|of)|goes? on|went on|to be had|looks? after|by now|in turn|at work|kept|let go|on the way)\b/i

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*)(.*)$/

interface Language {
  /** Comment lines with text. */
  readonly comments: number
  /** Places of comment lines in dialect, as `file:line`. */
  readonly dialect: readonly string[]
  readonly lines: number
}

/** Counts the product's comment lines and finds those in dialect. */
export function languageOf(files: readonly SourceFile[]): Language {
  const dialect: string[] = []
  let comments = 0
  let lines = 0
  for (const { path, text } of files.filter(file => isProduct(file.path))) {
    for (const [index, line] of text.split('\n').entries()) {
      lines++
      const content = COMMENT.exec(line)?.[1]?.replace(/[\s*/]/g, '')
      if (!content) continue
      comments++
      if (DIALECT.test(line)) dialect.push(`${path}:${index + 1}`)
    }
  }
  return { comments, dialect, lines }
}

/** Reports a share of dialect above the limit, with its places, and too few comments. */
export function languageViolations(files: readonly SourceFile[]): Violation[] {
  const { comments, dialect, lines } = languageOf(files)
  const house = (message: string): Violation => ({ file: '(all files)', line: 0, message })
  return [
    ...(dialect.length * 100 > comments * LIMITS.dialect
      ? [house(`${dialect.length} of ${comments} comment lines are in dialect: ${dialect.join(', ')}`)]
      : []),
    ...(comments * 100 < lines * LIMITS.comments
      ? [house(`${comments} of ${lines} lines are comments; at least ${LIMITS.comments} %`)]
      : []),
  ]
}

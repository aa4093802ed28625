import { isProduct } from './floors.ts'
import { withoutComments } from './imports.ts'
import type { SourceFile, Violation } from './rules.ts'

/** Names that only Prisma's models have. */
const READ = /\.find(?:Many|First|Unique)(?:OrThrow)?\(/g

/** Reports every read of rows in the product without `select`, even with `include`. */
export function readViolations(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      return [...code.matchAll(READ)]
        .filter(found => !namesColumns(ownKeys(code.slice(found.index + found[0].length))))
        .map(found => ({
          file: path,
          line: code.slice(0, found.index).split('\n').length,
          message: 'reads whole rows; name the columns with `select`',
        }))
    })
}

function namesColumns(keys: string): boolean {
  return /(?:^|[{,])\s*select\s*(?:[:,}]|$)/.test(keys)
}

/** The text of the object argument of a call, without nested objects. */
function ownKeys(call: string): string {
  let depth = 0
  let own = ''
  for (const sign of call) {
    if ('([{'.includes(sign)) depth++
    if (depth <= 1) own += sign
    if (')]}'.includes(sign)) depth--
    if (depth <= 0) break
  }
  return own
}

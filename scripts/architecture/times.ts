import { isProduct } from './floors.ts'
import { withoutComments } from './imports.ts'
import type { SourceFile, Violation } from './rules.ts'

/** Files that may read the clock: the sources of time for pages, and for the idle time of a page. */
const MAY = new Set(['components/ui/clock.tsx', 'app/data/request-context.ts'])

const OWN_CLOCK = /\bDate\.now\b|\bnew Date\(\)/g

/**
 * Reports reads of the clock of the process or browser on the floors of the pages. Displayed times and decisions use the common
 * clock: `store.now()` or the context's `at` on the server, `serverNow()` in the browser.
 */
export function timeViolations(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isProduct(path) && /^(?:app|components)\//.test(path) && !MAY.has(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      return [...code.matchAll(OWN_CLOCK)].map(found => ({
        file: path,
        line: code.slice(0, found.index).split('\n').length,
        message: `asks its own clock by ${found[0]}; use serverNow(), store.now() or the context's at`,
      }))
    })
}

import { isProduct } from './floors.ts'
import { importsOf } from './imports.ts'
import { resolveImport, type SourceFile, type Violation } from './rules.ts'

/** A fragment has few lines and few importers. In percent: fragments among the product's files. */
const FRAGMENT = { lines: 25, importers: 4 }
const MAX_SHARE = 3

/** Files whose name and place Next.js prescribes. */
const FRAMEWORK = /\/(?:page|route|layout|not-found|error|loading)\.tsx?$/

/** Files of up to 25 lines with fewer than five importers: each belongs in the file of its subject. */
export function fragmentsOf(files: readonly SourceFile[]): readonly string[] {
  const product = files.filter(file => isProduct(file.path))
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of product)
    for (const { specifier } of importsOf(text)) {
      const target = resolveImport(path, specifier)
      if (target === null || target === path) continue
      const known = importers.get(target) ?? new Set()
      importers.set(target, known.add(path))
    }
  return product
    .filter(({ path, text }) => !FRAMEWORK.test(path) && text.split('\n').length - 1 <= FRAGMENT.lines)
    .map(({ path }) => path)
    .filter(path => (importers.get(path)?.size ?? 0) <= FRAGMENT.importers)
}

/** Reports a share of fragments above the limit, with their names. */
export function fragmentViolations(files: readonly SourceFile[]): Violation[] {
  const count = files.filter(file => isProduct(file.path)).length
  const fragments = fragmentsOf(files)
  if (fragments.length * 100 <= count * MAX_SHARE) return []
  const message = `${fragments.length} of ${count} files are fragments; at most ${MAX_SHARE} %: ${fragments.join(', ')}`
  return [{ file: '(all files)', line: 0, message }]
}

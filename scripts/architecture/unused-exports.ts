import { exportsOf, importedNames } from './exports.ts'
import { isProduct, isTestSupport } from './floors.ts'
import { importsOf, withoutComments } from './imports.ts'
import { resolveImport, type SourceFile, type Violation } from './rules.ts'

/** Files whose exports are taken by their names: by a framework, or by a loop over a folder. */
const BY_NAME = [
  /^app\/(.*\/)?(page|layout|error|global-error|not-found|loading|route|manifest|icon)\.tsx?$/,
  /^instrumentation\.ts$/,
  /^proxy\.ts$/,
  /(^|\/)[\w.-]+\.config\.[jt]s$/,
  /^test\/store\/global-setup\.ts$/,
  /^bench\/[\w-]+\.ts$/,
  /\.d\.ts$/,
]

/** Folders that are being built: what uses them comes next. Take each out when it is there. */
const SOON = [
  'lib/garden/fresh/',
  'lib/garden/writes/',
  'lib/hap/actions/',
  'lib/operators/api/',
  'lib/operators/cleanup/',
  'lib/operators/cluster/',
  'lib/operators/testing/',
  'lib/services/adoption/',
  'lib/services/claims/',
  'lib/services/jobs/',
  'lib/services/record-states.ts',
  'lib/store/',
  'test/claims/',
]

/** Exports that only tests take, and why they stay. */
const ALLOWED: Readonly<Record<string, string>> = {
  'components/ui/checkbox.tsx Checkbox': 'for the dialogs of the actions',
  'lib/embedded-garden/tls/client-authority.ts createClientAuthority':
    'for the contract suite, which signs as a real cluster does',
  'lib/env.ts testCluster': 'process.env is read in lib/env.ts only',
  'lib/hap/rules/diagnostic.ts applyFix': 'proves that the fixes of the diagnostics are right',
}

/** Exports that nobody imports, and exports of the product that nothing but tests ever uses. */
export function unusedExports(files: readonly SourceFile[]): Violation[] {
  const users = importedBy(files)
  return files
    .filter(({ path }) => !BY_NAME.some(pattern => pattern.test(path)) && !SOON.some(folder => path.startsWith(folder)))
    .flatMap(file =>
      exportsOf(file.text).flatMap(({ name, line }) => {
        const found = [...(users.get(`${file.path} *`) ?? []), ...(users.get(`${file.path} ${name}`) ?? [])]
        if (found.length === 0) return [{ file: file.path, line, message: `exports ${name}, which nobody imports` }]
        if (!isProduct(file.path) || found.some(user => !isForTests(user)) || usesItself(file, name)) return []
        if (ALLOWED[`${file.path} ${name}`] !== undefined) return []
        return [{ file: file.path, line, message: `exports ${name}, which nothing but tests uses` }]
      }),
    )
}

/** By `FILE NAME` and, where all of a file's names are taken, `FILE *`: the files that import it. */
function importedBy(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const { path: user, text } of files) {
    for (const found of importsOf(text)) {
      const target = resolveImport(user, found.specifier)
      if (target === null) continue
      for (const name of importedNames(found) ?? ['*']) {
        const key = `${target} ${name}`
        users.set(key, [...(users.get(key) ?? []), user])
      }
    }
  }
  return users
}

/** A part of a file that its tests look at: named where it is declared, and at least once more. */
function usesItself({ text }: SourceFile, name: string): boolean {
  return withoutComments(text).split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2
}

function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || isTestSupport(file) || /^(test|e2e|bench)\//.test(file)
}

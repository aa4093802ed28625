import path from 'node:path'
import { floorOf, isProduct, isTestSupport, ONLY_FOR, roomOf, SERVER_ROOMS } from './floors.ts'
import { type Import, importsOf } from './imports.ts'

export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

interface Edge extends Import {
  /** The imported file of the project, or null for a package. */
  readonly target: string | null
}

const ALIAS = /^#(app|components|lib)\//
const PACKAGE_ALIAS = '#embedded-garden/'
const PACKAGE = 'packages/embedded-garden/'
const PACKAGE_FOLDER = /^packages\/embedded-garden\/src\/([^/]+)\//

/** Every violation in `files`: upward and sideways imports, circles of folders, impure engine, process.env, server code in the browser. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const graph = new Map(files.map(file => [file.path, edgesOf(file)]))
  return files
    .filter(file => isProduct(file.path))
    .flatMap(file => [
      ...floorViolations(file, graph),
      ...engineViolations(file, graph),
      ...environmentViolations(file),
      ...browserViolations(file, graph),
    ])
    .concat(
      circleViolations(graph),
      mutualViolations(graph),
      files.flatMap(file => componentViolations(file, graph)),
    )
}

/** Every import of a package file that its package.json does not export, from outside the package, including tests and tools. */
export function findHiddenImports(files: readonly SourceFile[], exported: ReadonlySet<string>): Violation[] {
  return files
    .filter(file => !file.path.startsWith(PACKAGE))
    .flatMap(file =>
      edgesOf(file)
        .filter(({ target }) => target?.startsWith(PACKAGE) && !exported.has(`./${target.slice(PACKAGE.length)}`))
        .map(edge => at(file, edge.line, `imports ${edge.target}, which ${PACKAGE}package.json does not export`)),
    )
}

function edgesOf(file: SourceFile): Edge[] {
  return importsOf(file.text).map(found => ({ ...found, target: resolveImport(file.path, found.specifier) }))
}

/** The file of the project that an import names, or null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (ALIAS.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith(PACKAGE_ALIAS)) return `${PACKAGE}src/${specifier.slice(PACKAGE_ALIAS.length)}`
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  return null
}

type Graph = ReadonlyMap<string, readonly Edge[]>

function floorViolations(file: SourceFile, graph: Graph): Violation[] {
  const room = roomOf(file.path)
  if (room === null) return []
  return (graph.get(file.path) ?? []).flatMap(edge => {
    const target = edge.target === null ? null : roomOf(edge.target)
    if (edge.target !== null && isTestSupport(edge.target))
      return [at(file, edge.line, `imports ${edge.target}, which is for tests only`)]
    if (edge.target === null || target === room || edge.target.endsWith('.json')) return []
    if (target === null) return [at(file, edge.line, `imports ${edge.target}, which is in no room of the house`)]
    const users = ONLY_FOR.get(target)
    if (users && !users.includes(room))
      return [at(file, edge.line, `imports ${target}, which only ${users.join(' and ')} may`)]
    if (floorOf(target) > floorOf(room)) return []
    const direction = floorOf(target) === floorOf(room) ? 'sideways' : 'upwards'
    return [at(file, edge.line, `imports ${direction}: ${room} must not know ${target}`)]
  })
}

/**
 * Imports on a circle of the package's folders, such as `http` → `auth` → `http`. Files directly in `src` belong to no folder: they
 * are the vocabulary of all folders, or assemble the server from them.
 */
function circleViolations(graph: Graph): Violation[] {
  const edges = [...graph]
    .filter(([file]) => isProduct(file))
    .flatMap(([file, imports]) =>
      imports.map(edge => ({ file, line: edge.line, from: packageFolder(file), to: packageFolder(edge.target) })),
    )
    .filter(({ from, to }) => from !== null && to !== null && from !== to)
  const reaches = (from: string | null, to: string | null, seen = new Set<string | null>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return edges.some(edge => edge.from === from && reaches(edge.to, to, seen))
  }
  return edges
    .filter(({ from, to }) => reaches(to, from))
    .map(({ file, line, from, to }) =>
      at({ path: file }, line, `imports ${to}, which imports ${from} itself or through other folders`),
    )
}

/** The folder in the package's `src` that contains a file; null for other files. */
function packageFolder(file: string | null): string | null {
  return file?.match(PACKAGE_FOLDER)?.[1] ?? null
}

/** Reports imports of components by benches, directly or indirectly: Node.js runs benches and cannot load components. */
function componentViolations(file: SourceFile, graph: Graph): Violation[] {
  if (!file.path.startsWith('bench/')) return []
  const seen = new Set<string>()
  const found: Violation[] = []
  const visit = (name: string, first: Edge | null) => {
    for (const edge of graph.get(name) ?? []) {
      if (edge.typeOnly || edge.target === null || seen.has(edge.target)) continue
      seen.add(edge.target)
      const origin = first ?? edge
      if (edge.target.endsWith('.tsx'))
        found.push(at(file, origin.line, `imports ${edge.target} through ${name}, which Node cannot load`))
      else visit(edge.target, origin)
    }
  }
  visit(file.path, null)
  return found
}

/**
 * Imports between two folders of a room that import each other, such as `audit` → `claims` → `audit`. A folder and its subfolder
 * may import each other, because the folder assembles the parts in the subfolder.
 */
function mutualViolations(graph: Graph): Violation[] {
  const edges = [...graph]
    .filter(([file]) => isProduct(file))
    .flatMap(([file, imports]) =>
      imports.flatMap(({ target, line }) =>
        target === null || target.endsWith('.css') ? [] : [{ file, target, line, ...foldersOf(file, target) }],
      ),
    )
    .filter(({ file, target, from, to }) => roomOf(file) === roomOf(target) && !holds(from, to) && !holds(to, from))
  const known = new Set(edges.map(({ from, to }) => `${from} ${to}`))
  return edges
    .filter(({ from, to }) => known.has(`${to} ${from}`))
    .map(({ file, line, from, to }) => at({ path: file }, line, `imports ${to}, which imports ${from}`))
}

function foldersOf(file: string, target: string) {
  return { from: path.posix.dirname(file), to: path.posix.dirname(target) }
}

function holds(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

function engineViolations(file: SourceFile, graph: Graph): Violation[] {
  if (roomOf(file.path) !== 'lib/hap') return []
  return (graph.get(file.path) ?? [])
    .filter(edge => edge.target === null)
    .map(edge => at(file, edge.line, `the engine imports ${edge.specifier}; it must stay pure`))
}

/** The build of the console does not read its settings, only how to build. */
const READS_ENVIRONMENT = new Set(['lib/env.ts', 'lib/env/log-level.ts', 'next.config.js'])

/** NEXT_RUNTIME is not a setting, but a constant of the bundler. */
function environmentViolations(file: SourceFile): Violation[] {
  if (READS_ENVIRONMENT.has(file.path)) return []
  return file.text
    .split('\n')
    .flatMap((line, index) =>
      /\bprocess\.env\b(?!\.NEXT_RUNTIME\b)/.test(line)
        ? [at(file, index + 1, `reads process.env; only ${[...READS_ENVIRONMENT].join(', ')} may`)]
        : [],
    )
}

/** Reports server code in a browser bundle: in all files that a 'use client' file reaches by imports that are not erased. */
function browserViolations(file: SourceFile, graph: Graph): Violation[] {
  if (!/^\s*(['"])use client\1/.test(file.text)) return []
  const seen = new Set<string>()
  const found: Violation[] = []
  const visit = (name: string, first: Edge | null) => {
    for (const edge of graph.get(name) ?? []) {
      if (edge.typeOnly) continue
      const origin = first ?? edge
      if (edge.specifier.startsWith('node:')) {
        found.push(at(file, origin.line, `would bring ${edge.specifier} into the browser through ${name}`))
      }
      if (edge.target === null || seen.has(edge.target)) continue
      seen.add(edge.target)
      if (isServerAction(edge.target)) continue
      const room = roomOf(edge.target)
      if (room !== null && SERVER_ROOMS.has(room)) {
        found.push(at(file, origin.line, `would bring ${edge.target} into the browser through ${name}`))
      } else visit(edge.target, origin)
    }
  }
  visit(file.path, null)
  return found
}

/** Next.js replaces an imported server action by a call; its code stays on the server. */
function isServerAction(file: string): boolean {
  return path.posix.basename(file) === 'actions.ts'
}

function at(file: Pick<SourceFile, 'path'>, line: number, message: string): Violation {
  return { file: file.path, line, message }
}

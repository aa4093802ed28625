import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from '../architecture/imports.ts'
import { resolveImport } from '../architecture/rules.ts'

const CODE = /\.(ts|tsx|js|mjs)$/
/** A string that may be a path of the project, up to the first placeholder. */
const QUOTED = /['"`](\.{0,2}[\w./()[\]-]*[\w)\]])/g
/** An address that the browser opens: `/pools/aws?sort=free`. */
const ADDRESS = /['"`](\/(?:[a-z][\w-]*(?:\/[a-z][\w-]*)*)?)(?=['"`?#/$])/g

/** By file or folder: the files that import it at runtime, or that contain its path in a string. */
type Users = ReadonlyMap<string, ReadonlySet<string>>

/** Files that a change of `changed` can affect: their direct and indirect users. */
export function reachedFiles(changed: readonly string[], users: Users): ReadonlySet<string> {
  const reached = new Set(changed)
  for (const file of reached) {
    for (const name of [file, ...foldersOf(file)]) for (const user of users.get(name) ?? []) reached.add(user)
  }
  return reached
}

/** Reads all code files. A browser test uses the routes of the addresses in its text. */
export function findUsers(files: readonly string[]): Users {
  const users = new Map<string, Set<string>>()
  const add = (used: string, user: string) => {
    const known = users.get(used)
    if (known) known.add(user)
    else users.set(used, new Set([user]))
  }
  const routes = files.filter(file => /^app\/.*(page|route)\.tsx?$/.test(file))
  for (const file of files.filter(name => CODE.test(name))) {
    const text = readFileSync(file, 'utf8')
    for (const found of importsOf(text)) {
      const target = resolveImport(file, found.specifier)
      if (target !== null && !found.typeOnly) add(target, file)
    }
    for (const target of namedIn(text, file)) add(target, file)
    if (file.startsWith('e2e/')) for (const route of routesIn(text, routes)) add(route, file)
  }
  return users
}

/** Files and folders in the strings of a test or a tool, relative to it or to the root. */
function namedIn(text: string, file: string): readonly string[] {
  if (!/^(test|e2e|scripts|bench|bin)\/|\.test\.tsx?$/.test(file)) return []
  return [...text.matchAll(QUOTED)].flatMap(([, name = '']) => {
    if (!/[/.]/.test(name) || name.startsWith('/')) return []
    const own = path.posix.join(path.posix.dirname(file), name)
    return [name, own].map(found => found.replace(/\/$/, '')).filter(found => !found.startsWith('..') && exists(found))
  })
}

const known = new Map<string, boolean>()
function exists(name: string): boolean {
  const found = known.get(name) ?? existsSync(name)
  known.set(name, found)
  return found
}

/** Routes of the addresses in a text. */
function routesIn(text: string, routes: readonly string[]): readonly string[] {
  const addresses = [...new Set([...text.matchAll(ADDRESS)].map(([, address = '']) => address))]
  return routes.filter(route => {
    const segments = addressOf(route).split('/').slice(1)
    return addresses.some(address => isOnPath(address.split('/').slice(1), segments))
  })
}

/** Whether an address leads to a route or to one below or above it: tests follow links. */
function isOnPath(address: readonly string[], route: readonly string[]): boolean {
  return address.every((segment, index) => {
    const expected = route[index]
    return expected === undefined || expected.startsWith('[') || expected === segment
  })
}

/** `app/(console)/pools/[pool]/page.tsx` → `/pools/[pool]`. */
function addressOf(route: string): string {
  const segments = route.split('/').slice(1, -1)
  return `/${segments.filter(segment => !segment.startsWith('(')).join('/')}`
}

function foldersOf(file: string): readonly string[] {
  const segments = file.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

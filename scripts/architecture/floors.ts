/**
 * Floors from top to bottom, each a list of rooms. A file may import from lower floors and from its own room only;
 * a room inside another one is a separate room.
 * `app` holds the root layout, sign-in, probes, the route that mounts the API and the files that Next.js starts (APP_FILES);
 * the pages, the API (lib/api) and the browser's data access are rooms of their own. Tests and tools may import anything.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['app', 'bin'],
  ['app/(console)'],
  ['app/data'],
  ['lib/api'],
  ['lib/runtime'],
  ['lib/operators'],
  ['lib/services'],
  ['lib/queries'],
  // Shared by operators and pages: the custom resources and the stores that follow them.
  ['lib/operators/api'],
  ['lib/operators/framework'],
  ['lib/garden', 'lib/store', 'lib/control', 'lib/settings', 'lib/telemetry', 'components'],
  ['lib/auth'],
  ['lib/env', 'lib/version', 'lib/paths', 'lib/data-dir', 'lib/input-problems', 'lib/search', 'lib/rules-file'],
  ['lib/http', 'lib/hap'],
  ['lib/util'],
  // The part of lib/util that works on the server only.
  ['lib/util/across-bundles', 'lib/util/files', 'lib/util/measured'],
  ['packages/embedded-garden'],
]

const INNERMOST_FIRST = FLOORS.flat().toSorted((a, b) => b.length - a.length)

const APP_FILES = new Set(['instrumentation.ts', 'proxy.ts', 'next.config.js'])
const TOOLS = ['scripts/', 'bench/', 'e2e/', 'test/']

/**
 * Rooms that only some rooms may import. The rest of the product reaches the embedded garden over HTTP, as any API server; the browser
 * and the command line reach the API over HTTP too, and import only the types of its answers.
 */
export const ONLY_FOR: ReadonlyMap<string, readonly string[]> = new Map([
  ['lib/api', ['app', 'app/data', 'bin']],
  ['packages/embedded-garden', ['bin', 'lib/runtime']],
])

/** Rooms that work on the server only: no browser bundle may contain them. */
export const SERVER_ROOMS = new Set([
  'lib/api',
  'lib/runtime',
  'lib/operators',
  'lib/operators/framework',
  'lib/services',
  'lib/queries',
  'lib/garden',
  'packages/embedded-garden',
  'lib/store',
  'lib/control',
  'lib/settings',
  'lib/telemetry',
  'lib/env',
  'lib/http',
  'lib/data-dir',
  'lib/util/across-bundles',
  'lib/util/files',
  'lib/util/measured',
  'bin',
])

/** Whether a file belongs to the product, so that floors apply to it. */
export function isProduct(file: string): boolean {
  if (TOOLS.some(folder => file.startsWith(folder)) || /\.test\.tsx?$/.test(file) || isTestSupport(file)) return false
  return roomOf(file) !== null
}

/** The folder `testing` of a room contains what its tests share. */
export function isTestSupport(file: string): boolean {
  return file.includes('/testing/')
}

/** The room of a file (path relative to the root), or null for a file outside of rooms. */
export function roomOf(file: string): string | null {
  if (APP_FILES.has(file)) return 'app'
  return (
    INNERMOST_FIRST.find(room => file.startsWith(`${room}/`) || file === `${room}.ts` || file === `${room}.tsx`) ?? null
  )
}

/** Number of the floor of a room, 0 at the top. */
export function floorOf(room: string): number {
  return FLOORS.findIndex(rooms => rooms.includes(room))
}

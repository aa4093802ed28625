import { readFileSync } from 'node:fs'
import type { ConsoleDatabase } from './console-database.ts'
import type { Landscape } from './landscape.ts'
import { type OtherConsole, startOtherConsole } from './other-console.ts'
import { test } from './test.ts'

/**
 * Runs the tests of a file against a console with its own database, so that saved data does not reach the tests of
 * other pages. Default of `kind`: the database of the project. Returns a function for the started console.
 */
export function withOwnConsole(
  settings: (landscape: Landscape) => Readonly<Record<string, string>>,
  kind?: ConsoleDatabase,
): () => Pick<OtherConsole, 'url'> {
  let started: OtherConsole | null = null
  const own = () => {
    if (started === null) throw new Error('The console of this file has not started.')
    return started
  }
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    baseURL: async ({}, use) => use(started?.url),
  })
  test.beforeAll(async ({ landscape, database }) => {
    const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
    started = await startOtherConsole(kubeconfig, settings(landscape), { database: kind ?? database })
  })
  test.afterAll(async () => started?.stop())
  return own
}

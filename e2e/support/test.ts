import { test as base, expect } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { type ConsoleDatabase, databaseSettings } from './console-database.ts'
import { waitForHydration } from './hydration.ts'
import { type Landscape, startLandscape } from './landscape.ts'
import { type Cookies, signInByRequest } from './sign-in.ts'

/** Options of a file for `test.use`; each combination has its own landscape. */
interface LandscapeOptions {
  /** Database of the landscape's console. Default: a server, where a start and a statement take less CPU than on PGlite. */
  readonly database: ConsoleDatabase
  /** Default: the small landscape, which has every pool, state and mistake of the demo landscape. */
  readonly size: 'small' | 'demo'
}

/** For `test.use`: the landscape of `npm run demo`, with thousands of shoots and PGlite. */
export const DEMO: LandscapeOptions = { database: 'embedded', size: 'demo' }

interface WorkerFixtures {
  readonly landscape: Landscape
  /** Client with the permissions of the garden's administrator. */
  readonly garden: GardenClient
  /** The session cookies of a demo user, at the landscape's console by default. */
  readonly sessionOf: (role: Role, console?: string) => Promise<Cookies>
}

interface TestFixtures {
  /** Signs the browser in as a demo user, replacing any other session; opens no page. */
  readonly signIn: (role: Role) => Promise<void>
  /** A test fails on errors and warnings in the browser's console, except expected ones. */
  readonly noise: { expect(pattern: RegExp): void }
}

/** Next.js preloads the style sheets of a page even when it is not found; a slow page then warns. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used/

export const test = base.extend<TestFixtures, WorkerFixtures & LandscapeOptions>({
  database: ['server', { scope: 'worker', option: true }],
  size: ['small', { scope: 'worker', option: true }],
  landscape: [
    async ({ database, size }, use) => {
      const landscape = await startLandscape(size, await databaseSettings(database))
      await use(landscape)
      await landscape.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  garden: [
    async ({ landscape }, use) => {
      const client = createGardenClient({ access: loadKubeconfig(landscape.adminKubeconfig), version: 'e2e' })
      await use(client)
      client.close()
    },
    { scope: 'worker' },
  ],
  sessionOf: [
    async ({ landscape, playwright }, use) => {
      const sessions = new Map<string, Cookies>()
      // A test that signs out or signs in again ends the cached session.
      const lasts = async (baseURL: string, cookies: Cookies) => {
        const request = await playwright.request.newContext({ baseURL, storageState: { cookies, origins: [] } })
        const answer = await request.get('/api/v1/health')
        await request.dispose()
        return answer.ok()
      }
      await use(async (role, baseURL = landscape.url) => {
        const key = `${role} at ${baseURL}`
        const known = sessions.get(key)
        if (known && (await lasts(baseURL, known))) return known
        const request = await playwright.request.newContext({ baseURL })
        const cookies = await signInByRequest(request, role)
        await request.dispose()
        sessions.set(key, cookies)
        return cookies
      })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ landscape }, use) => use(landscape.url),
  page: async ({ page }, use) => {
    waitForHydration(page)
    await use(page)
  },
  signIn: async ({ context, sessionOf, baseURL }, use) =>
    use(async role => context.addCookies(await sessionOf(role, baseURL))),
  noise: [
    async ({ page }, use) => {
      const messages: string[] = []
      const expected: RegExp[] = [UNUSED_PRELOAD]
      page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning')
          messages.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => messages.push(String(error)))
      await use({ expect: pattern => expected.push(pattern) })
      expect(messages.filter(text => !expected.some(pattern => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

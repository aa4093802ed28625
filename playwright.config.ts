import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/test/browser.ts'

/** Tests of the console in a browser, by role and name. Component tests: test/browser/vitest.config.ts. */
export default defineConfig({
  testDir: 'e2e/console',
  outputDir: 'test-results/console',
  // Limits for hanging tests only; bench/ measures speed.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  globalSetup: './e2e/support/build.ts',
  // More than the two cores of CI: each worker has its own console and garden, and tests mostly wait.
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  projects: [
    { name: 'fast', testMatch: '**/*.e2e.ts', testIgnore: '**/*.deep.e2e.ts' },
    { name: 'deep', testMatch: '**/*.deep.e2e.ts' },
  ],
  use: {
    // For each test, a new context would start a process and compile the console's scripts.
    reuseContext: true,
    // Without a graphics card, animations take much CPU.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Optimizing scripts takes longer than it saves, because pages live only for seconds.
        '--js-flags=--no-opt',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

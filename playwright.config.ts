import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/test/browser.ts'

/** Tests of the console in a browser, by role and name. Component tests: test/browser/vitest.config.ts. */
export default defineConfig({
  testDir: 'e2e/console',
  outputDir: 'test-results/console',
  // They end what hangs; how fast the console is, the benchmarks say.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  globalSetup: './e2e/support/build.ts',
  // More than cores, as CI has two: each has a console on a garden of its own, and a test waits for much of its time.
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  projects: [
    { name: 'fast', testMatch: '**/*.e2e.ts', testIgnore: '**/*.deep.e2e.ts' },
    { name: 'deep', testMatch: '**/*.deep.e2e.ts' },
  ],
  use: {
    // A new context would start a process, and load and compile the scripts of the console, for each test.
    reuseContext: true,
    // Without a graphics card each frame of an animation takes CPU, on each page that loads.
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
        // Pages live for seconds: to optimize their scripts takes longer than that saves.
        '--js-flags=--no-opt',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from '../../scripts/test/browser.ts'
import { POLL_LIMIT } from '../../scripts/test/poll-limit.ts'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'

/** Component tests in the Chromium that the end-to-end tests use. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  // next/link reads its build settings from process.env.
  define: { 'process.env.NODE_ENV': '"test"', 'process.env': '{}' },
  // Dependencies that Vite finds during a run reload the page, and the test that runs then fails.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'next/link',
      'next/navigation',
      'next/dist/shared/lib/app-router-context.shared-runtime',
      'next/dist/shared/lib/hooks-client-context.shared-runtime',
      'vitest-browser-react',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
    ],
  },
  test: {
    expect: POLL_LIMIT,
    setupFiles: ['test/browser/setup.ts'],
    sequence: { sequencer: SlowFirst },
    testTimeout: 30_000,
    // One page runs all files: setup.ts removes what each test rendered.
    isolate: false,
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      ui: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', name: 'fast' }],
    },
    include: testFiles('components', 'fast').include,
  },
})

import { defineConfig } from '@playwright/test'
import { findBrowser } from '../../scripts/test/browser.ts'

const PORT = 23_461

/** Tests of the components alone, on the gallery: `playwright test -c e2e/gallery`. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '*.gallery.ts',
  outputDir: '../../test-results/gallery',
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: {
    command: `node ../../node_modules/next/dist/bin/next build . && node ../../node_modules/next/dist/bin/next start . -p ${PORT}`,
    url: `http://localhost:${PORT}/`,
    timeout: 180_000,
  },
})

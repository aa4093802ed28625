import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { buildConsole } from '../../scripts/build/build-console.ts'
import { startConsole } from '../../scripts/demo/server.ts'
import { findBrowser } from '../../scripts/test/browser.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { signInByPage } from './sign-in.ts'

/** Regenerates the screenshots of the README from the console of `npm run demo`. */
const folder = mkdtempSync(path.join(tmpdir(), 'hap-pictures-'))
await buildConsole()
const server = await startConsole('127.0.0.1', await freePort(), { DATA_DIR: folder })
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      baseURL: server.url,
      colorScheme,
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    })
    await signInByPage(page, 'operator')
    await page.goto('/pools')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('grid', { name: 'Pools' }).getByRole('rowheader').first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => null))
    await page.screenshot({ path: `docs/pools-${colorScheme}.png`, animations: 'disabled' })
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

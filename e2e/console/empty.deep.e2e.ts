import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { expect, test } from '../support/test.ts'

/** The empty state of each page, with the next step. */
const PAGES = [
  ['/', 'No accounts yet', 'A binding joins a pool once its hyperscalerType label is set.'],
  ['/bindings', 'No bindings yet', /^Label a CredentialsBinding or SecretBinding with hyperscalerType/],
  ['/shoots', 'No shoots yet', /^A shoot appears here within a second of its creation in Gardener/],
  [
    '/global-accounts',
    'No global accounts yet',
    /^A global account appears here once a binding has it in the label tenantName/,
  ],
  ['/jobs', 'No jobs yet', /^Select multiple bindings and choose an action/],
  ['/approvals', 'No proposals yet', /\w/],
] as const

test('in an empty landscape every page names the next step', async ({ page, context, sessionOf }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-empty-'))
  const garden = await startGarden({ dataDir: path.join(folder, 'garden'), size: 'empty', seed: 1, throttle: false })
  const console = await startOtherConsole(readFileSync(garden.kubeconfigFile('operator'), 'utf8'))
  try {
    await context.addCookies(await sessionOf('operator', console.url))
    for (const [address, title, words] of PAGES) {
      await page.goto(console.url + address)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: title }), address).toBeVisible()
      await expect(main.getByText(words).first(), address).toBeVisible()
      await expectAccessibleInBothThemes(page)
    }
    // The default rules select pools that do not exist.
    await page.goto(`${console.url}/pools`)
    await expect(page.getByText(/^0 of 0 pools, \d+ rules without a pool$/)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto(`${console.url}/simulator?plan=aws&pr=cf-eu11&ga=anybody`)
    await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  } finally {
    await page.goto('about:blank')
    await console.stop()
    await garden.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

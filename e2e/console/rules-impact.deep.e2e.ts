import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parseCsv } from '#lib/hap/csv.ts'
import { parsePoolKey, poolName } from '#lib/hap/pools/pool.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { LARGE } from '../support/demo-landscape.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

/**
 * Changes to the rules in force: cf-eu11 loses EU, gcp uses a pool for each platform region, most of azure has no
 * rule, trial is dedicated.
 */
const DRAFT = `rule:
- aws
- aws(PR=cf-eu11)
- azure(PR=cf-ch20) -> EU
- gcp -> PR
- gcp(PR=cf-sa30) -> PR
- trial
- sap-converged-cloud -> HR, S
- azure_lite
- preview
- free
`

/** A line of the exported impact, by column. */
type Row = Readonly<Record<string, string>>

const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const line = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row', { name: new RegExp(`^${name} `) })

const PANELS = ['Outcome', 'Needs review', 'Changes', 'Not evaluated', 'Sources of plans and platform regions']

/** Replaces the draft and opens its impact. */
async function impactOf(page: Page, text: string): Promise<void> {
  await page.goto('/rules')
  await page.getByRole('textbox', { name: 'Rules', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await expect(page.getByText('Unpublished draft')).toBeVisible()
  await tab(page, 'Impact').click()
  await expect(page.getByText(/^The draft changes the pool of [\d,]+ clusters? of/)).toBeVisible()
}

/** The rows of an exported CSV file. */
async function exported(page: Page, where: Page | Locator): Promise<readonly Row[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(where, 'Export CSV').click()])
  expect(download.suggestedFilename()).toBe('impact.csv')
  const [head, ...rows] = parseCsv(await readFile(await download.path(), 'utf8'))
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [head?.cells[at] ?? '', cell])))
}

/** Accessible names of the numbers of a panel, such as `1,204 clusters: unchanged`. */
async function numbersOf(page: Page, panel: string): Promise<readonly string[]> {
  const names = await region(page, panel)
    .getByRole('button')
    .evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''))
  return names.filter(name => /^\d/.test(name))
}

const distinct = (rows: readonly Row[], column: string) =>
  new Set(rows.map(row => row[column]).filter(value => value !== '')).size
const nameOf = (key: string | undefined) => {
  const pool = parsePoolKey(key ?? '')
  return pool && poolName(pool)
}

/** An exported row in the form of the dialog: cluster, global account, old and new pool. */
function asShown(row: Row): readonly (string | undefined)[] {
  const wasKnown = row.change !== ''
  return [
    row.cluster || '—',
    row.global_account || '—',
    nameOf(row.old_pool) ?? (wasKnown ? 'none' : '—'),
    nameOf(row.new_pool) ?? row.reason,
  ]
}

/** The rows of a dialog; global accounts in their full form for assistive technology. */
function shownRows(dialog: Locator): Promise<readonly (readonly string[])[]> {
  return dialog
    .getByRole('table', { name: 'Rows' })
    .getByRole('row')
    .evaluateAll(rows =>
      rows.slice(1).map(row => {
        const [cluster, account, , before, after] = row.children
        const whole = account?.querySelector('a > :last-child') ?? account
        return [cluster, whole, before, after].map(cell => cell?.textContent ?? '')
      }),
    )
}

const plural = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** Asserts that a dialog lists the global accounts of rows, each with its number of clusters. */
async function expectAccounts(dialog: Locator, rows: readonly Row[]): Promise<void> {
  const owned = rows.filter(({ global_account }) => global_account !== '')
  const counts = new Map<string, number>()
  for (const { global_account: id = '' } of owned) counts.set(id, (counts.get(id) ?? 0) + 1)
  const buttons = dialog.getByRole('table', { name: 'Global accounts' }).getByRole('button')
  const names = await buttons.evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  expect(names.length).toBe(Math.min(100, counts.size))
  await expect(dialog.getByRole('status')).toHaveText(`${names.length} of ${plural(counts.size, 'global account')}`)
  const listed = [...counts].map(([id, count]) => `${plural(count, 'cluster')} of ${id}`)
  for (const name of names) expect(listed).toContain(name)
  expect(Number(names[0]?.split(' ', 1)[0]?.replaceAll(',', ''))).toBe(Math.max(...counts.values()))
}

test('viewer: groups, counts and flags of a change are shown, and each number opens that many rows', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn('viewer')
  await impactOf(page, DRAFT)
  for (const [table, words] of [
    ['Outcome', 'no longer matched'],
    ['Outcome', 'moves to another pool'],
    ['Needs review', 'loses the EU restriction'],
    ['Needs review', 'shared becomes dedicated'],
    ['Needs review', 'needs a new account'],
  ] as const)
    await expect(button(line(page, table, words), /^[\d,]+ clusters?: /)).toBeVisible()
  const groups = page.getByRole('table', { name: 'Changes by pool and rule' }).getByRole('row')
  // The most severe change comes first.
  await expect(groups.nth(1)).toContainText('no longer matched')
  const losing = groups.filter({ hasText: 'loses the EU restriction' })
  await expect(losing).toContainText('aws(PR=cf-eu11) -> EU')
  await expectAccessibleInBothThemes(page)

  const dialog = page.getByRole('dialog')
  for (const panel of PANELS) {
    const numbers = await numbersOf(page, panel)
    expect(numbers.length, panel).toBeGreaterThan(0)
    for (const name of numbers) {
      await button(region(page, panel), name).first().click()
      await expect(dialog.getByRole('status')).toContainText(' of ')
      const rows = await exported(page, dialog)
      const ofAccounts = /^[\d,]+ global accounts? /.test(name)
      const counted = ofAccounts ? distinct(rows, 'global_account') : rows.length
      expect(counted.toLocaleString('en'), `${panel}: ${name}`).toBe(name.split(' ', 1)[0])
      if (ofAccounts) await expectAccounts(dialog, rows)
      else {
        const shown = await shownRows(dialog)
        expect(shown, `${panel}: ${name}`).toEqual(rows.slice(0, shown.length).map(asShown))
        await expect(dialog.getByRole('status')).toHaveText(`${shown.length} of ${plural(rows.length, 'row')}`)
      }
      await button(dialog, 'Close').last().click()
      await expect(dialog).toBeHidden()
    }
  }

  await button(line(page, 'Needs review', 'loses the EU restriction'), /global accounts?/).click()
  const most = dialog.getByRole('table', { name: 'Global accounts' }).getByRole('button').first()
  const [count = '', account = ''] = ((await most.getAttribute('aria-label')) ?? '').split(/ clusters? of /)
  await expectAccessible(page)
  await most.click()
  const clusters = Number(count.replaceAll(',', ''))
  await expect(dialog).toHaveAccessibleName(`${plural(clusters, 'cluster')} of global account ${account}`)
  await expect(dialog.getByRole('status')).toHaveText(new RegExp(` of ${plural(clusters, 'row')}$`))
  const rows = await exported(page, dialog)
  expect([rows.length, distinct(rows, 'global_account'), rows[0]?.global_account]).toEqual([clusters, 1, account])
  expect(await shownRows(dialog)).toEqual(rows.map(asShown))
})

test('operator: the export has every cluster with its change, or the reason why it was not evaluated', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await impactOf(page, DRAFT)
  const rows = await exported(page, page)
  expect(distinct(rows, 'cluster')).toBe(rows.length)
  const seen = new Map<string, number>()
  for (const row of rows) {
    const { plan = '', platform_region: platformRegion = '', concerns = '' } = row
    const [what, pools] = wanted(plan, platformRegion)
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (pools === null) continue
    const { change, old_pool, new_pool, reason } = row
    expect([change, old_pool, new_pool], `${plan} of ${platformRegion}`).toEqual(pools)
    expect(concerns.includes('loses the EU restriction')).toBe(what === 'loses EU')
    if (change === '') expect(reason).toBe(what)
  }
  for (const what of ['loses EU', 'no rule', 'moves', 'stays', 'unknown plan', 'unknown platform region'])
    expect(seen.get(what), what).toBeGreaterThan(0)

  const notEvaluated = page.getByRole('table', { name: 'Not evaluated', exact: true }).getByRole('row')
  for (const what of ['unknown plan', 'unknown platform region']) {
    const count = rows.filter(({ reason, change }) => change === '' && reason === what).length
    await expect(button(notEvaluated.filter({ hasText: what }), new RegExp(`^${count} clusters?: `))).toBeVisible()
  }
  const sum = async (panel: string) =>
    (await numbersOf(page, panel))
      .filter(name => /^[\d,]+ clusters?: /.test(name))
      .reduce((total, name) => total + Number(name.split(' ', 1)[0]?.replaceAll(',', '')), 0)
  expect((await sum('Outcome')) + (await sum('Not evaluated'))).toBe(rows.length)
})

test('operator: the share of each source is shown, and imported plans fill gaps of the other sources', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await impactOf(page, DRAFT)
  const rows = await exported(page, page)
  const share = (count: number) => new Intl.NumberFormat('en', { style: 'percent' }).format(count / rows.length)
  for (const [name, origin] of [
    ['Claims in the database', 'database'],
    ['Runtimes and GardenerClusters of KIM', 'kim'],
    ['Imported file', 'import'],
    ['Labels of shoots', 'label'],
    ['Unknown', ''],
  ] as const) {
    const counts = ['plan_from', 'platform_region_from'].map(
      column => rows.filter(row => row[column] === origin).length,
    )
    const cells = page.getByRole('table', { name: 'Clusters by source' }).getByRole('row', { name }).getByRole('cell')
    await expect(cells).toHaveText(counts.map(count => `${count.toLocaleString('en')} ${share(count)}`))
  }

  const unknown = rows.filter(({ plan }) => plan === '')
  const first = unknown.find(({ provider }) => provider === 'azure')
  await button(page, 'Import plans').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').last().fill(`cluster,plan,platform_region\n${first?.cluster},azure,cf-eu20\n`)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  const imported = line(page, 'Clusters by source', 'Imported file').getByRole('cell')
  await expect(imported.first()).toHaveText(/^1 /)
  const again = await exported(page, page)
  expect(again.filter(({ plan }) => plan === '')).toHaveLength(unknown.length - 1)
  expect(again.find(({ cluster }) => cluster === first?.cluster)).toMatchObject({
    plan: 'azure',
    plan_from: 'import',
    change: 'newly-unmatched',
    old_pool: 'azure',
  })
})

test('admin: recent requests are replayed, and a draft with errors is not evaluated', async ({ page, signIn }) => {
  await signIn('admin')
  const request = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: LARGE }
  const headers = { 'idempotency-key': `impact-${Date.now()}` }
  const claimed = await page.request.post('/api/v1/claims', { headers, data: request })
  expect(claimed.status()).toBe(201)
  const { id } = await claimed.json()
  try {
    await impactOf(page, DRAFT)
    await page.getByRole('radio', { name: 'Requests, last 30 days' }).check()
    await expect(page.getByText(/^The draft changes the pool of [\d,]+ requests? of/)).toBeVisible()
    const replayed = await exported(page, page)
    expect(replayed.find(row => row.global_account === LARGE && row.plan === 'trial')).toMatchObject({
      change: 'moved',
      old_pool: 'aws~shared',
      new_pool: 'aws',
      cluster: '',
    })
    const count = replayed
      .filter(({ change }) => change === 'moved')
      .reduce((sum, row) => sum + Number(row.clusters), 0)
    const moved = line(page, 'Outcome', 'moves to another pool').getByRole('button', { name: /^[\d,]+ requests?: / })
    await expect(moved).toHaveText(count.toLocaleString('en'))
    await moved.click()
    await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'Requests' })).toBeVisible()
    await expectAccessible(page)
    await button(page.getByRole('dialog'), 'Close').last().click()

    await tab(page, 'Editor').click()
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('- aws(\n')
    await tab(page, 'Impact').click()
    await expect(page.getByRole('heading', { name: 'The draft has errors' })).toBeVisible()
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
})

type Change = readonly [change: string, before: string, after: string]

/** The expected change of a cluster according to DRAFT; null for plans without an expectation. */
function wanted(plan: string, platformRegion: string): readonly [what: string, expected: Change | null] {
  const nothing = ['', '', ''] as const
  if (plan === '') return ['unknown plan', nothing]
  if (!['aws', 'azure', 'gcp'].includes(plan)) return ['another plan', null]
  if (platformRegion === '') return ['unknown platform region', nothing]
  if (plan === 'aws' && platformRegion === 'cf-eu11') return ['loses EU', ['moved', 'aws~eu', 'aws']]
  if (plan === 'azure' && platformRegion !== 'cf-ch20') return ['no rule', ['newly-unmatched', 'azure', '']]
  if (plan === 'gcp' && platformRegion !== 'cf-sa30') return ['moves', ['moved', 'gcp', `gcp_${platformRegion}`]]
  if (plan === 'azure') return ['stays', ['unchanged', 'azure~eu', 'azure~eu']]
  return ['stays', plan === 'aws' ? ['unchanged', 'aws', 'aws'] : ['unchanged', 'gcp_cf-sa30', 'gcp_cf-sa30']]
}

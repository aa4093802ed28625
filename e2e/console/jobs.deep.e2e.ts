import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { interceptAction } from '../support/intercept-action.ts'
import { bar, boxes, choose, confirmation, dialog, FREE, post, start } from '../support/jobs-page.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

/** Number of absent bindings in a job that must not finish immediately. */
const MISSING = 600

/** Starts a job through the API for the bindings that a search finds. Returns its id. */
async function orderFor(page: Page, action: string, search: string): Promise<string> {
  const found = await page.request.get('/api/v1/bindings', { params: { q: search, limit: 100 } })
  const targets: unknown[] = []
  for (const { kind, name } of (await found.json()).rows) {
    const { resourceVersion } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
    targets.push({ kind, name, seenVersion: resourceVersion })
  }
  return post(page, { action, reason: 'by a test', targets })
}

async function heldNames(page: Page): Promise<readonly string[]> {
  const found = await page.request.get('/api/v1/bindings', { params: { q: 'state:held type:azure', limit: 100 } })
  return (await found.json()).rows.map(({ name }: { readonly name: string }) => name)
}

/** Ends the `count` holds of a test once the console has read all of them. */
async function endHolds(page: Page, count: number, before: readonly string[]): Promise<void> {
  const ours = async () => (await heldNames(page)).filter(name => !before.includes(name))
  await expect.poll(async () => (await ours()).length).toBe(count)
  if (count) await isDone(page, await orderFor(page, 'unhold', `name:${(await ours()).join(',')}`))
  await expect.poll(ours).toEqual([])
}

async function isDone(page: Page, id: string): Promise<void> {
  const status = async () => (await (await page.request.get(`/api/v1/jobs/${id}`)).json()).job.status
  // A dozen bindings take ten seconds, and several times that on a loaded machine.
  await expect.poll(status, { timeout: 90_000 }).toBe('done')
}

test('rows are selected by keyboard, all matches with one button, and another search clears the selection', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto(FREE)
  await expect(boxes(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.goto('/bindings')
  await boxes(page).first().click()
  // A range that includes rows never rendered.
  await page.locator('tr[data-index="0"]').focus()
  await page.keyboard.press('End')
  const last = page.locator('tr:focus')
  await expect(last).toHaveAttribute('data-index', '634')
  await expect(last.getByRole('rowheader')).toHaveText(/\w/)
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('635 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByText('634 selected', { exact: true })).toBeVisible()
  await bar(page)
    .getByRole('button', { name: /^Select all [\d,]+ matches$/ })
    .click()
  await expect(page.getByText('635 selected', { exact: true })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: /^Release \d+ of 635$/ })).toBeVisible()
  await page
    .getByRole('link', { name: /dirty$/ })
    .first()
    .click()
  await expect(bar(page)).toBeHidden()
})

test('the address contains the selection and restores it, also after a sign-in', async ({ page, signIn, noise }) => {
  noise.expect(/401/)
  await signIn('operator')
  await choose(page, 3)
  await expect(page).toHaveURL(/[?&]sel=sap-[^&]+,sap-[^&]+,sap-[^&]+$/)
  const address = page.url()
  const chosen = page.locator('tr[aria-selected="true"] th a')
  const names = await chosen.allInnerTexts()
  expect(names).toHaveLength(3)
  await page.reload()
  await expect(chosen).toHaveText(names)
  await page
    .getByRole('link', { name: /dirty$/ })
    .first()
    .click()
  await expect(bar(page)).toBeHidden()
  await expect(page).not.toHaveURL(/sel=/)
  await page.goBack()
  await expect(chosen).toHaveText(names)
  await boxes(page).first().click()
  await expect(page).toHaveURL(/[?&]sel=sap-[^&,]+,sap-[^&,]+$/)
  await page.context().clearCookies()
  await page.goto(address)
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(chosen).toHaveText(names)
})

test('an address selects only bindings that its search finds, and all of them with an asterisk', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto(`${FREE}&sel=${encodeURIComponent(`no-such-binding,<script>,${'x'.repeat(2_000)}`)}`)
  await expect(boxes(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/sel=/)
  await expect(bar(page)).toBeHidden()
  await page.goto('/bindings?sel=*')
  await expect(page.getByText('635 selected', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/sel=\*$/)
  await page.getByRole('combobox', { name: /^Search bindings/ }).fill('state:dirty')
  await expect(bar(page)).toBeHidden()
  await expect(page).toHaveURL(/\?q=state:dirty$/)
})

test('a change that empties the list closes neither the dialog nor the selection', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await choose(page, 2)
  const names = await page.locator('tr[aria-selected="true"] th a').allInnerTexts()
  await choose(page, 2, `/bindings?q=state:free+name:${names.join(',')}`)
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('quota request is pending')
  const found = await page.request.get('/api/v1/bindings', { params: { q: `name:${names.join(',')}` } })
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { kind, name } of (await found.json()).rows)
      undo.push(await relabel(garden, kind, name, { internal: 'true' }))
    await expect(page.getByText('No binding matches')).toBeVisible()
    await expect(reason).toHaveValue('quota request is pending')
    await expect(reason).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(bar(page)).toBeVisible()
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
    await expectAccessible(page)
  } finally {
    for (const back of undo) await back()
  }
  await expect(boxes(page)).toHaveCount(2)
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
})

test('a session that ends in the dialog is renewed in another tab, and the job starts', async ({
  page,
  context,
  noise,
  signIn,
}) => {
  noise.expect(/401/)
  await signIn('operator')
  const before = await heldNames(page)
  await choose(page, 2)
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
  await confirmation(page).fill('2')
  await expect(dialog(page)).toContainText(/Takes at least \d+ s/)
  await context.clearCookies()
  await dialog(page).getByRole('button', { name: 'Hold 2', exact: true }).click()
  await signInBeside(page, 'operator')
  await start(page, 'Hold', 2)
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await endHolds(page, 2, before)
})

test('a cancelled job skips the remaining bindings, and they can be retried', async ({ page, signIn }) => {
  await signIn('operator')
  const before = await heldNames(page)
  await page.goto(FREE)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota')
  const label = await dialog(page)
    .getByText(/^Enter the number of bindings/)
    .textContent()
  const count = label?.split(': ')[1] ?? ''
  await confirmation(page).fill(count)
  await dialog(page)
    .getByRole('button', { name: `Hold ${count}` })
    .click()
  await expect(page).toHaveURL(/\/jobs\//)
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await expect(page.getByRole('status').getByText('Cancelled', { exact: true })).toBeVisible()
  // A reload simulates closing and reopening the page.
  await page.reload()
  await expect(page.getByRole('link', { name: /^Cancelled/ })).toBeVisible()
  const outcome = page.getByText(new RegExp(`^\\d+ of ${count} done, \\d+ cancelled$`))
  const done = Number.parseInt((await outcome.textContent()) ?? '', 10)
  await page.getByRole('button', { name: /^Retry \d+$/ }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('quota')
  await page.keyboard.press('Escape')
  await page.goto('/jobs')
  await expect(page.getByRole('row', { name: new RegExp(`Hold: ${count} bindings.*Cancelled`) })).toBeVisible()
  await endHolds(page, done, before)
})

test('the failed bindings of a job are retried in a new job, once for a double click', async ({ page, signIn }) => {
  await signIn('operator')
  const before = await heldNames(page)
  const { rows } = await (await page.request.get('/api/v1/bindings', { params: { q: 'state:free type:azure' } })).json()
  const targets: { kind: string; name: string; seenVersion: string }[] = []
  for (const { kind, name } of rows.slice(0, 3)) {
    const { resourceVersion } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
    targets.push({ kind, name, seenVersion: resourceVersion })
  }
  const [done, ...others] = targets
  if (!done || others.length !== 2) throw new Error('The landscape has no free accounts.')
  // An outdated version makes two of the writes fail.
  const failing = others.map(target => ({ ...target, seenVersion: '1' }))
  const id = await post(page, { action: 'hold', reason: 'quota', targets: [done, ...failing] })
  const outcomes = page.getByRole('navigation', { name: 'Bindings by outcome' })
  await page.goto(`/jobs/${id}`)
  for (const outcome of ['Refused 2', 'Done 1'])
    await expect(outcomes.getByRole('link', { name: outcome, exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const jobs = async () => (await (await page.request.get('/api/v1/jobs')).json()).of
  const known = await jobs()

  await page.getByRole('button', { name: 'Retry 2' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('quota')
  await expect(dialog(page).getByRole('region', { name: 'Changes', exact: true })).toContainText(
    'Its previous state is unknown.',
  )
  const submit = dialog(page).getByRole('button', { name: 'Hold 2', exact: true })
  await expect(submit).toHaveAccessibleDescription('Review the changes first.')
  await dialog(page).getByRole('button', { name: 'Continue with this' }).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota, once more')
  await confirmation(page).fill('2')
  await dialog(page).getByRole('button', { name: 'Hold 2', exact: true }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Hold: 2 bindings' })).toBeVisible()
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  for (const { name } of others)
    await expect(page.getByRole('row', { name: new RegExp(`${name} .*Done.*free → held`) })).toBeVisible()
  expect(await jobs()).toBe(known + 1)
  await page.getByRole('link', { name: 'Retries an earlier job' }).click()
  await expect(page).toHaveURL(`/jobs/${id}`)
  await expect(outcomes.getByRole('link', { name: 'Refused 2', exact: true })).toBeVisible()
  await expect(page.getByRole('status').getByText('Not all done', { exact: true })).toBeVisible()
  await expect(page.getByText('1 of 3 done', { exact: true })).toBeVisible()
  // The later job has retried all of them.
  await expect(page.getByRole('button', { name: /^Retry/ })).toBeHidden()
  await page.getByRole('link', { name: 'Retried by a later job' }).click()
  await expect(page).not.toHaveURL(`/jobs/${id}`)
  await endHolds(page, 3, before)
})

test('a binding changed in the meantime is retried only after a review of the change', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  const before = await heldNames(page)
  const { rows } = await (await page.request.get('/api/v1/bindings', { params: { q: 'state:free type:azure' } })).json()
  const targets: { kind: BindingKind; name: string; seenVersion: string }[] = []
  // With this many targets the change arrives before the job ends.
  for (const { kind, name } of rows.slice(0, 12)) {
    const { resourceVersion } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
    targets.push({ kind, name, seenVersion: resourceVersion })
  }
  const last = targets.at(-1)
  if (last === undefined) throw new Error('The landscape has no free accounts.')
  const id = await post(page, { action: 'hold', reason: 'quota', targets })
  const back = await relabel(garden, last.kind, last.name, { team: 'payments' })
  try {
    await isDone(page, id)
    const blind = await page.request.post(`/api/v1/jobs/${id}/retry`, {
      data: {},
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([blind.status(), (await blind.json()).detail]).toEqual([
      409,
      expect.stringMatching(/^1 binding has changed/),
    ])
    await page.goto(`/jobs/${id}?outcome=refused`)
    await page.getByRole('button', { name: `Changes on ${last.name}` }).click()
    await expect(dialog(page)).toContainText('added: team: payments')
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Retry 1' }).click()
    await expect(dialog(page).getByRole('region', { name: 'Changes', exact: true })).toContainText(
      'added: team: payments',
    )
    const submit = dialog(page).getByRole('button', { name: 'Hold 1', exact: true })
    await expect(submit).toHaveAccessibleDescription('Review the changes first.')
    await expectAccessibleInBothThemes(page)
    await dialog(page).getByRole('button', { name: 'Continue with this' }).click()
    await submit.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hold: 1 binding' })).toBeVisible()
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await endHolds(page, targets.length, before)
  } finally {
    await back()
  }
})

test('a job that ends while its page loads is shown with its final state', async ({ page, signIn }) => {
  await signIn('operator')
  // Writes of absent bindings change nothing in Gardener, so no watch event makes the page reload its data.
  const targets = Array.from({ length: MISSING }, (_, n) => ({
    kind: 'CredentialsBinding',
    name: `not-there-${n}`,
    seenVersion: '1',
  }))
  const id = await post(page, { action: 'hold', reason: 'by a test', targets })
  let releaseScripts = () => {}
  const scriptsReleased = new Promise<void>(resolve => {
    releaseScripts = resolve
  })
  // The page shows the server-rendered data but does not listen to events yet.
  await page.route('**/_next/static/**/*.js', route => scriptsReleased.then(() => route.continue()))
  const opened = page.goto(`/jobs/${id}`)
  await expect(page.getByRole('status').getByText('Running', { exact: true })).toBeVisible()
  await isDone(page, id)
  releaseScripts()
  await opened
  await expect(page.getByRole('status').getByText('Nothing done', { exact: true })).toBeVisible()
})

test('a job of 5,000 bindings with the longest names starts from a page and through the API', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/ERR_FAILED/)
  await signIn('operator')
  const targets = Array.from({ length: 5_000 }, (_, n) => ({
    kind: 'CredentialsBinding',
    name: `not-there-${n}`.padEnd(253, 'x'),
    seenVersion: '18446744073709551615',
  }))
  const order = { action: 'hold', reason: 'by a test', targets }
  const cancelled = async (id: string) => {
    const { job } = await (await page.request.get(`/api/v1/jobs/${id}`)).json()
    expect(job).toMatchObject({ action: 'hold', total: 5_000 })
    const cancel = (headers: Record<string, string>) =>
      page.request.post(`/api/v1/jobs/${id}/cancel`, { data: {}, headers })
    expect((await cancel({ 'if-match': '"outdated"' })).status()).toBe(412)
    expect((await cancel({})).status()).toBe(202)
  }
  await cancelled(await post(page, order))

  const send = await interceptAction(page, {
    before: async () => {
      await choose(page, 2)
      await bar(page).getByRole('button', { name: 'Hold' }).click()
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
      await confirmation(page).fill('2')
      await expect(dialog(page)).toContainText(/Takes at least \d+ s/)
    },
    act: () => dialog(page).getByRole('button', { name: 'Hold 2', exact: true }).click(),
  })
  const { origin } = new URL(page.url())
  const answer = await send({ origin }, JSON.stringify([randomUUID(), { ...order, until: null }]))
  const text = await answer.text()
  const [, id] = /"id":"([\w-]{22})"/.exec(text) ?? []
  expect([answer.status(), id], text.slice(0, 500)).toEqual([200, expect.any(String)])
  await cancelled(id ?? '')
})

test('jobs are searched, sorted and exported, and the address restores the list', async ({ page, signIn }) => {
  await signIn('operator')
  // Absent bindings leave nothing but the jobs behind.
  const reason = `to be found ${randomUUID()}`
  const targets = [1, 2, 3].map(n => ({ kind: 'CredentialsBinding', name: `not-there-${n}`, seenVersion: '1' }))
  const ids: string[] = []
  for (const [action, count] of [
    ['hold', 1],
    ['mark-internal', 3],
    ['quarantine', 2],
  ] as const)
    ids.push(await post(page, { action, reason, targets: targets.slice(0, count) }))
  for (const id of ids) await isDone(page, id)

  const titles = page.getByRole('grid', { name: 'Jobs' }).getByRole('rowheader')
  const ours = `"${reason}"`
  await page.goto('/jobs')
  await expect(titles.first()).toBeVisible()
  await page.getByRole('combobox', { name: /^Search jobs/ }).fill(`${ours} failed:>1 `)
  await expect(titles).toHaveText(['Quarantine: 2 bindings', 'Mark internal: 3 bindings'])
  await page.getByRole('columnheader', { name: /^Job/ }).getByRole('button').click()
  await expect(titles).toHaveText(['Mark internal: 3 bindings', 'Quarantine: 2 bindings'])
  const parameters = () => Object.fromEntries(new URL(page.url()).searchParams)
  await expect.poll(parameters).toEqual({ q: `failed:>1 ${ours}`, sort: 'job' })

  await page.reload()
  await expect(titles).toHaveText(['Mark internal: 3 bindings', 'Quarantine: 2 bindings'])
  const listed = await page.request.get('/api/v1/jobs', { params: { q: `${ours} failed:>1`, sort: 'job' } })
  const { rows } = await listed.json()
  expect(rows.map(({ id }: { readonly id: string }) => id)).toEqual([ids[1], ids[2]])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON' }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual(rows)

  const query = new URLSearchParams({
    q: `${ours} by:omar state:"Nothing done" at:1h -action:hold`,
    cols: 'job,failed',
  })
  await page.goto(`/jobs?${query}`)
  await expect(titles).toHaveText(['Quarantine: 2 bindings', 'Mark internal: 3 bindings'])
  await expect(
    page.getByRole('row', { name: /^Mark internal/ }).getByRole('link', { name: '3 bindings failed' }),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto('/jobs?q=state:lost')
  await expect(page.getByText('Unknown state "lost".').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription('Invalid search.')
  await page.goto('/jobs?q=no-such-word')
  await expect(page.getByRole('heading', { name: 'No job matches' })).toBeVisible()
  await expectAccessible(page)
})

test('the selection, its dialog and a job are accessible in both themes', async ({ page, signIn }) => {
  await signIn('operator')
  await choose(page, 2)
  await expectAccessibleInBothThemes(page)
  await bar(page).getByRole('button', { name: 'Mark dirty' }).click()
  await expect(dialog(page)).toContainText('The contents of the account may be deleted.')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  const { rows } = await (await page.request.get('/api/v1/jobs')).json()
  await page.goto(`/jobs/${rows[0].id}`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

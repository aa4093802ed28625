import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { heldBackAction } from '../support/held-back-action.ts'
import { waitForHydration } from '../support/hydration.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { lastRefusals } from '../support/last-refusals.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const moreActions = (page: Page) => button(page, 'More actions')
const more = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

async function open(page: Page, { kind, name }: { kind: BindingKind; name: string }): Promise<void> {
  await page.goto(`/bindings/${kind}/${name}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('viewer: every action is there and says which role it needs; the server says so too', async ({ page, signIn }) => {
  await signIn('viewer')
  await open(page, await idleBinding(page))
  for (const name of ['Release', 'Hold', 'Mark dirty']) {
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
    await expect(button(page, name)).toHaveAccessibleDescription('This needs the role operator.')
  }
  await moreActions(page).click()
  await expect(page.getByRole('menuitem')).toHaveCount(9)
  await expect(more(page, /^Quarantine This needs the role operator\.$/)).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Mark dirty').click({ force: true })
  await expect(dialog(page)).toBeHidden()
})

for (const role of ['operator', 'admin'] as const) {
  test(`${role}: marks a claimed account dirty and takes it back`, async ({ page, signIn }) => {
    await signIn(role)
    const binding = await idleBinding(page)
    await open(page, binding)
    await button(page, 'Mark dirty').click()
    await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await expect(dialog(page)).toContainText('It is cleaned before it is used again')
    await expect(dialog(page)).toContainText('The contents of the account may be deleted.')
    await expect(dialog(page)).toContainText('added: dirty: "true"')
    await expect(dialog(page)).toContainText('No cluster is on this account.')
    await expect(dialog(page)).toContainText('The API server accepts this change.')
    const submit = inDialog(page, 'Mark dirty')
    await expect(submit).toHaveAccessibleDescription('Enter a reason first.')
    await page.keyboard.type('tenant has left')
    await expect(submit).toHaveAccessibleDescription('Type the name of the binding to confirm.')
    await dialog(page).getByRole('textbox', { name: 'Type the binding name' }).fill(binding.name)
    await dialog(page).getByRole('textbox', { name: 'Ticket' }).fill('OPS-1')
    await submit.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(`${binding.name} was marked dirty.`)).toBeVisible()
    await expect(button(page, 'Mark dirty')).toHaveAccessibleDescription('It is already dirty.')
    await expect(button(page, 'Mark dirty')).toBeFocused()

    await button(page, 'Undo dirty').click()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it was a mistake')
    await inDialog(page, 'Undo dirty').click()
    await expect(page.getByText(`${binding.name} was unmarked dirty.`)).toBeVisible()
    await expect(moreActions(page)).toBeFocused()
    await expect(button(page, 'Mark dirty')).not.toHaveAttribute('aria-disabled')
  })
}

test('the focus goes to the menu where what opened the dialog is gone when it closes', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  const undo = await relabel(garden, binding.kind, binding.name, { dirty: 'true' })
  try {
    await open(page, binding)
    await button(page, 'Undo dirty').click()
    await expect(dialog(page)).toBeVisible()
    // One on the page behind, and one in the dialog.
    const buttons = page.locator('main button', { hasText: 'Undo dirty' }).filter({ visible: true })
    await expect(buttons).toHaveCount(2)
    await undo()
    await expect(buttons).toHaveCount(1)
    await inDialog(page, 'Cancel').click()
    await expect(dialog(page)).toBeHidden()
    await expect(moreActions(page)).toBeFocused()
  } finally {
    await undo()
  }
})

test('a hold has an end and keeps its reason on the binding; it is ended by hand', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(dialog(page)).toContainText('added: hap.kyma-project.io/hold: "quota request is pending"')
  await dialog(page).getByLabel('Duration').selectOption('Until a set time')
  await dialog(page).getByLabel('Until').fill('2020-01-01T00:00')
  await expect(dialog(page)).toContainText('This time has already passed in UTC.')
  await expect(dialog(page)).toContainText('added: hap.kyma-project.io/hold: "quota request is pending"')
  await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Choose when the hold ends.')
  await dialog(page).getByLabel('Duration').selectOption('1 day')
  await dialog(page).getByRole('combobox', { name: 'Duration' }).selectOption('7 days')
  await expect(dialog(page)).toContainText(/until 20[-\d]+ [:\d]+ UTC\. KEB and its cleanup job leave it alone too\./)
  await inDialog(page, 'Hold').click()
  await expect(page.getByText(`${binding.name} was put on hold.`)).toBeVisible()
  await expect(button(page, 'Release')).toHaveAccessibleDescription('It is on hold. End the hold first.')
  await expect(page.getByText('quota request is pending')).toBeVisible()
  await expect(page.getByText('Hold reason')).toBeVisible()
  await expect(page.getByText('Held by')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Omar Operator' })).toHaveAttribute('href', /^\/audit\/\d+$/)

  await button(page, 'Change hold').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('quota request is pending')
  await expect(dialog(page).getByLabel('Duration')).toHaveValue('at')
  await dialog(page).getByLabel('Duration').selectOption('1 day')
  await expect(dialog(page)).toContainText('The hold ends 6 days sooner.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota is there')
  await expect(inDialog(page, 'End hold')).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`${binding.name} was taken off hold.`)).toBeVisible()
  await expect(button(page, 'Release')).not.toHaveAttribute('aria-disabled')
  // The button that opened the dialog is gone; what has the focus now is not nothing.
  await expect(button(page, 'End hold')).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
})

test('a double click does it once', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  const reason = `twice ${randomUUID()}`
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expect(inDialog(page, 'Hold')).not.toHaveAttribute('aria-disabled')
  await inDialog(page, 'Hold').dblclick()
  await expect(page.getByText(`${binding.name} was put on hold.`)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const params = { q: `action:hold reason:"${reason}"` }
  const { rows } = await (await page.request.get('/api/v1/audit', { params })).json()
  expect(rows.map(({ outcome }: { readonly outcome: string }) => outcome)).toEqual(['accepted'])

  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await inDialog(page, 'End hold').click()
  await expect(page.getByText(`${binding.name} was taken off hold.`)).toBeVisible()
})

/** A hold up to its last press, whose call is kept from the server. Out: sends it, with other headers. */
function heldBackHold(page: Page, binding: Parameters<typeof open>[1], reason: string) {
  return heldBackAction(page, {
    before: async () => {
      await open(page, binding)
      await button(page, 'Hold').click()
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
      await expect(dialog(page)).toContainText(`added: hap.kyma-project.io/hold: "${reason}"`)
    },
    act: () => inDialog(page, 'Hold').click(),
  })
}

test('what another site sends in the name of who is signed in is not done', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED/)
  await signIn('operator')
  const binding = await idleBinding(page)
  const address = `/api/v1/bindings/${binding.kind}/${binding.name}`
  const send = await heldBackHold(page, binding, 'from another site')
  const why = 'Only this console’s own pages may call this.'
  for (const headers of [{ origin: 'http://console.evil.example' }, { origin: 'null' }, {}]) {
    const answer = await send(headers)
    expect([answer.status(), await answer.text()]).toEqual([403, why])
  }
  expect((await (await page.request.get(address)).json()).row).toMatchObject({ state: 'claimed' })
  expect(await lastRefusals(page, 3)).toEqual(Array(3).fill(`Omar Operator, call page action: ${why}`))

  // The same from the console's own page arrives, and is refused by the role of who is signed in by then.
  await signIn('viewer')
  const own = await send({ origin: new URL(page.url()).origin })
  expect(await own.text()).toContain('This needs the role operator.')
  expect(await (await page.request.get(`${address}/timeline`)).text()).toContain('from another site')
})

test('what is no order of a page is not done, said in words and recorded', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED/)
  await signIn('operator')
  const binding = await idleBinding(page)
  const send = await heldBackHold(page, binding, 'out of order')
  const { origin } = new URL(page.url())
  const refused = async (call: string, most = 1) => {
    const found = await lastRefusals(page, most)
    expect(found.at(-1)).toContain(`Omar Operator, ${call}`)
  }
  for (const [headers, status, why] of [
    [{ 'next-action': 'hold' }, 400, 'The header next-action names no action.'],
    [{ 'next-action': `60${'ab'.repeat(20)}` }, 404, 'This page comes from another version of the console. Reload it.'],
    [
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'The body has a content type that this console does not accept.',
    ],
  ] as const) {
    const answer = await send({ origin, ...headers })
    expect([answer.status(), await answer.text()]).toEqual([status, why])
    await refused(`call page action: ${why}`)
  }
  expect((await send({ origin }, JSON.stringify(['hold', { reason: 'x'.repeat(2_000_000) }]))).status()).toBe(413)
  await refused('call page action: The body is larger than 2 MB, the limit for a page. Send less at once.')
  const form = await page.request.post(page.url(), { headers: { origin }, multipart: { $ACTION_ID_x: '' } })
  expect(form.status()).toBe(400)
  await refused('call page action: This console accepts no form posts.')

  // Next.js fails at what it cannot read, and tells the console afterwards.
  for (const [type, body] of [
    ['text/plain', '["hold"'],
    ['multipart/form-data; boundary=x', '--x\r\nbroken'],
  ] as const) {
    const seen = await lastRefusals(page, 100)
    expect((await send({ origin, 'content-type': type }, body)).ok()).toBe(false)
    await expect.poll(async () => (await lastRefusals(page, 100)).length).toBe(seen.length + 1)
    await refused('call page action: The call could not be read, so nothing was done.')
  }

  for (const [args, call] of [
    [['explode', {}], 'unknown action: Not valid: action: must be one of release, '],
    [['hold', 7], 'hold: Not valid: input: '],
  ] as const) {
    expect(await (await send({ origin }, JSON.stringify(args))).text()).toContain('"status":"invalid"')
    await refused(call)
  }
  await page.goto('/audit?q=outcome:refused')
  await expect(page.getByRole('link', { name: 'Call page action' }).first()).toBeVisible()
})

test('an account in use is neither released nor marked dirty, and says who uses it', async ({ page, signIn }) => {
  await signIn('operator')
  const answer = await page.request.get('/api/v1/bindings?q=state:claimed+shoots:>0&limit=1')
  const [binding] = (await answer.json()).rows
  await open(page, binding)
  const inUse = /still uses? this account/
  await expect(button(page, 'Release')).toHaveAccessibleDescription(inUse)
  await expect(button(page, 'Mark dirty')).toHaveAccessibleDescription(inUse)
})

test('what somebody else changes meanwhile is shown, and nothing typed is lost', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('quota request is pending')
  await expect(dialog(page)).toContainText('The API server accepts this change.')
  const undo = await relabel(garden, binding.kind, binding.name, { 'e2e-note': 'moved' })
  try {
    await inDialog(page, 'Hold').click({ force: true })
    await expect(dialog(page)).toContainText('The binding changed in the meantime.')
    await expect(dialog(page)).toContainText('added: e2e-note: moved')
    await expect(inDialog(page, 'Continue with this')).toBeInViewport({ ratio: 1 })
    await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Review what changed first.')
    await expect(reason).toHaveValue('quota request is pending')
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toContainText('What was typed is kept. Cancel discards it.')
    await inDialog(page, 'Continue with this').click()
    await expect(dialog(page)).not.toContainText(/changed in the meantime|It changed/)
    await expect(inDialog(page, 'Hold')).not.toHaveAttribute('aria-disabled')
    await inDialog(page, 'Cancel').click()
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Hold')).toBeFocused()
  } finally {
    await undo()
  }
})

test('while a change is written the dialog says so, and nothing pretends to cancel it', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(inDialog(page, 'Hold')).not.toHaveAttribute('aria-disabled')
  const goOn = Promise.withResolvers<void>()
  await page.route('**/*', async route => {
    if (route.request().method() === 'POST') await goOn.promise
    await route.fallback()
  })
  await inDialog(page, 'Hold').click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Writing the change.' })).toBeVisible()
  await expect(inDialog(page, 'Hold')).toHaveAttribute('aria-busy', 'true')
  await expect(inDialog(page, 'Cancel')).toHaveAccessibleDescription(/^It can no longer be cancelled/)
  await expectAccessibleInBothThemes(page)
  goOn.resolve()
  await expect(dialog(page)).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it was looked at')
  await inDialog(page, 'End hold').click()
  await expect(dialog(page)).toBeHidden()
})

test('what somebody changes and changes back leaves nothing to review, and says so', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(dialog(page)).toContainText('The API server accepts this change.')
  const undo = await relabel(garden, binding.kind, binding.name, { 'e2e-note': 'moved' })
  try {
    await inDialog(page, 'Hold').click({ force: true })
    await expect(dialog(page)).toContainText('The binding changed in the meantime.')
    await expect(dialog(page).getByText('in the meantime')).toHaveCount(1)
  } finally {
    await undo()
  }
  await expect(dialog(page)).toContainText('It changed and is again as you saw it. Nothing was written.')
  await expect(dialog(page)).not.toContainText('in the meantime')
  await inDialog(page, 'Cancel').click()
})

test('a reason is never cut off, comes back after the back button, and goes with Cancel', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await page.goto('/bindings')
  await open(page, binding)
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await button(page, 'Hold').click()
  await reason.fill('x'.repeat(700))
  await expect(reason).toHaveAccessibleDescription('700 characters; at most 500.')
  await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Shorten the reason to 500 characters first.')
  await reason.fill('quota request is pending')
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('Until a set time')
  await dialog(page)
    .getByLabel(/^Until/)
    .fill('2020-01-01T00:00')
  await expect(dialog(page)).toContainText('Choose when the hold ends.')
  await expect(dialog(page)).not.toContainText('It is not selected')
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goForward()
  await waitForHydration(page)
  await button(page, 'Hold').click()
  await expect(reason).toHaveValue('quota request is pending')
  await inDialog(page, 'Cancel').click()
  await button(page, 'Hold').click()
  await expect(reason).toHaveValue('')
})

test('whose session ends meanwhile signs in beside the dialog, and sends what was typed', async ({
  page,
  context,
  noise,
  signIn,
}) => {
  noise.expect(/401/)
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('quota request is pending')
  await expect(dialog(page)).toContainText('The API server accepts this change.')
  await context.clearCookies()
  await inDialog(page, 'Hold').click()
  await signInBeside(page, 'operator')
  await expect(reason).toHaveValue('quota request is pending')
  await inDialog(page, 'Hold').click()
  await expect(page.getByText(`${binding.name} was put on hold.`)).toBeVisible()

  await open(page, binding)
  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota is there')
  await inDialog(page, 'End hold').click()
  await expect(page.getByText(`${binding.name} was taken off hold.`)).toBeVisible()
})

test('axe finds nothing in the dialog, the menu and the head, in both themes', async ({ page, signIn }) => {
  await signIn('operator')
  await open(page, await idleBinding(page))
  await moreActions(page).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await button(page, 'Mark dirty').click()
  await expect(dialog(page)).toContainText('The API server accepts this change.')
  await expectAccessibleInBothThemes(page)
})

test('who changed the binding meanwhile, by what and why, is told with what changed', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await moreActions(page).click()
  await more(page, /^Quarantine/).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it smells')
  await expect(dialog(page)).toContainText('The API server accepts this change.')
  const act = async (action: string) => {
    const other = await page.context().newPage()
    await open(other, binding)
    await button(other, action).click()
    await dialog(other).getByRole('textbox', { name: 'Reason' }).fill(`for the night: ${action}`)
    await inDialog(other, action).click()
    await expect(dialog(other)).toBeHidden()
    await other.close()
  }
  await act('Hold')
  try {
    await expect(dialog(page)).toContainText('The binding changed in the meantime.')
    await expect(dialog(page)).toContainText(/Hold by .+, operator: for the night: Hold/)
    await expect(dialog(page).getByRole('link', { name: 'Hold', exact: true })).toHaveAttribute(
      'href',
      /^\/audit\/\d+$/,
    )
    await expectAccessibleInBothThemes(page)
    await inDialog(page, 'Cancel').click()
  } finally {
    await act('End hold')
  }
})

test("the browser's way back closes a dialog, and leaves what was typed and the page", async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await page.goto('/bindings')
  await page.goto(`/bindings?q=name:${binding.name}`)
  await page.getByRole('grid').getByRole('link', { name: binding.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: binding.name })).toBeVisible()
  const { pathname } = new URL(page.url())
  await button(page, 'Hold').click()
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(pathname)
  await button(page, 'Hold').click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('under review')
  await reason.press('End')
  await page.evaluate(() => history.back())
  const kept = dialog(page).getByRole('status').filter({ hasText: 'What was typed is kept. Cancel discards it.' })
  await expect(kept).toBeVisible()
  await expect(reason).toHaveValue('under review')
  await expect(page).toHaveURL(pathname)
  await inDialog(page, 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/bindings?q=name:${binding.name}`)
})

import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { button, dialog, inDialog, interceptHold, more, moreActions, open } from '../support/binding-actions.ts'
import { waitForHydration } from '../support/hydration.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { delayPosts } from '../support/intercept-action.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { lastRefusals } from '../support/last-refusals.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { expect, test } from '../support/test.ts'

test('moves the focus to the menu when the button that opened the dialog no longer exists', async ({
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
    // One button on the page, and one in the dialog.
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

test('an invalid server action call is rejected with a reason and recorded in the audit log', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/ERR_FAILED/)
  await signIn('operator')
  const binding = await idleBinding(page)
  const send = await interceptHold(page, binding, 'out of order')
  const { origin } = new URL(page.url())
  const refused = async (call: string, most = 1) => {
    const found = await lastRefusals(page, most)
    expect(found.at(-1)).toContain(`Omar Operator, ${call}`)
  }
  for (const [headers, status, why] of [
    [{ 'next-action': 'hold' }, 400, 'The header next-action does not contain an action ID.'],
    [
      { 'next-action': `60${'ab'.repeat(20)}` },
      404,
      'This page was loaded from another version of the console. Reload it.',
    ],
    [
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'The content type of the request body is not supported.',
    ],
  ] as const) {
    const answer = await send({ origin, ...headers })
    expect([answer.status(), await answer.text()]).toEqual([status, why])
    await refused(`call page action: ${why}`)
  }
  expect((await send({ origin }, JSON.stringify(['hold', { reason: 'x'.repeat(2_000_000) }]))).status()).toBe(413)
  await refused('call page action: The request body exceeds the 2 MB limit. Send less data per request.')
  const form = await page.request.post(page.url(), { headers: { origin }, multipart: { $ACTION_ID_x: '' } })
  expect(form.status()).toBe(400)
  await refused('call page action: This console does not accept form posts.')

  // Next.js fails on a malformed body and reports the error to the console afterwards.
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

test('the dialog shows the progress of a write and does not offer to cancel it', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(inDialog(page, 'Hold')).not.toHaveAttribute('aria-disabled')
  const proceed = await delayPosts(page)
  await inDialog(page, 'Hold').click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Applying the change…' })).toBeVisible()
  await expect(inDialog(page, 'Hold')).toHaveAttribute('aria-busy', 'true')
  await expect(inDialog(page, 'Cancel')).toHaveAccessibleDescription(/^It can no longer be cancelled/)
  await expectAccessibleInBothThemes(page)
  await proceed()
  await expect(dialog(page)).toBeHidden()
  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it was looked at')
  await inDialog(page, 'End hold').click()
  await expect(dialog(page)).toBeHidden()
})

test('the dialog reports a change that was reverted and requires no review', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
  // The page sees the change only after its own write has left; a disabled button would send none.
  const proceed = await delayPosts(page)
  await inDialog(page, 'Hold').click()
  await expect(inDialog(page, 'Hold')).toHaveAttribute('aria-busy', 'true')
  const undo = await relabel(garden, binding.kind, binding.name, { 'e2e-note': 'moved' })
  try {
    await proceed()
    await expect(dialog(page)).toContainText('The binding changed since you opened this dialog.')
    await expect(dialog(page).getByText('since you opened this dialog')).toHaveCount(1)
  } finally {
    await undo()
  }
  await expect(dialog(page)).toContainText('The binding changed and changed back. Nothing was written.')
  await expect(dialog(page)).not.toContainText('since you opened this dialog')
  await inDialog(page, 'Cancel').click()
})

test('a reason is never truncated, survives the back button, and is discarded by Cancel', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await page.goto('/bindings')
  await open(page, binding)
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await button(page, 'Hold').click()
  await reason.fill('x'.repeat(1_200))
  await expect(reason).toHaveAccessibleDescription('1,200 characters; at most 1,000.')
  await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Shorten the reason to 1,000 characters.')
  await reason.fill('quota request is pending')
  await page.getByRole('combobox', { name: 'Duration' }).selectOption('Until a date and time')
  await dialog(page)
    .getByLabel(/^Until/)
    .fill('2020-01-01T00:00')
  await expect(dialog(page)).toContainText('Choose an end for the hold.')
  await expect(dialog(page)).not.toContainText('the account will not be assigned')
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

test('a session that ends in a dialog is renewed in another tab, and the input can be sent', async ({
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
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
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

test('the dialog, the menu and the head are accessible in both themes', async ({ page, signIn }) => {
  await signIn('operator')
  await open(page, await idleBinding(page))
  await moreActions(page).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await button(page, 'Mark dirty').click()
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
  await expectAccessibleInBothThemes(page)
})

test('the dialog shows who changed the binding in the meantime, with action and reason', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await moreActions(page).click()
  await more(page, /^Quarantine/).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it smells')
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
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
    await expect(dialog(page)).toContainText('The binding changed since you opened this dialog.')
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

test('the back button of the browser closes a dialog without input and keeps one with input', async ({
  page,
  signIn,
}) => {
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
  const kept = dialog(page).getByRole('status').filter({ hasText: 'Your input is kept. Press Cancel to discard it.' })
  await expect(kept).toBeVisible()
  await expect(reason).toHaveValue('under review')
  await expect(page).toHaveURL(pathname)
  await inDialog(page, 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(`/bindings?q=name:${binding.name}`)
})

import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/axe.ts'
import { button, dialog, inDialog, interceptHold, more, moreActions, open } from '../support/binding-actions.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { lastRefusals } from '../support/last-refusals.ts'
import { expect, test } from '../support/test.ts'

test('viewer: every action is visible but disabled with the role it requires', async ({ page, signIn }) => {
  await signIn('viewer')
  await open(page, await idleBinding(page))
  for (const name of ['Release', 'Hold', 'Mark dirty']) {
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
    await expect(button(page, name)).toHaveAccessibleDescription(
      'Requires the operator role. Ask an administrator for it.',
    )
  }
  await moreActions(page).click()
  await expect(page.getByRole('menuitem')).toHaveCount(9)
  await expect(more(page, /^Quarantine Requires the operator role\. Ask an administrator for it\.$/)).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await button(page, 'Mark dirty').click({ force: true })
  await expect(dialog(page)).toBeHidden()
})

test('operator: marks a claimed account dirty and undoes it', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Mark dirty').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(dialog(page)).toContainText('The account will be cleaned before reuse')
  await expect(dialog(page)).toContainText('The contents of the account may be deleted.')
  await expect(dialog(page)).toContainText('added: dirty: "true"')
  await expect(dialog(page)).toContainText('No clusters on this account.')
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
  const submit = inDialog(page, 'Mark dirty')
  await expect(submit).toHaveAccessibleDescription('A reason is required.')
  await page.keyboard.type('tenant has left')
  await expect(submit).toHaveAccessibleDescription('Enter the name of the binding to confirm.')
  await dialog(page).getByRole('textbox', { name: 'Enter the binding name' }).fill(binding.name)
  await dialog(page).getByRole('textbox', { name: 'Ticket' }).fill('OPS-1')
  await submit.click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(`${binding.name} was marked dirty.`)).toBeVisible()
  await expect(button(page, 'Mark dirty')).toHaveAccessibleDescription('Already dirty.')
  await expect(button(page, 'Mark dirty')).toBeFocused()

  await button(page, 'Undo dirty').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('it was a mistake')
  await inDialog(page, 'Undo dirty').click()
  await expect(page.getByText(`${binding.name} was marked as not dirty.`)).toBeVisible()
  await expect(moreActions(page)).toBeFocused()
  await expect(button(page, 'Mark dirty')).not.toHaveAttribute('aria-disabled')
})

test('a hold has an end, shows its reason on the binding, and is ended manually', async ({ page, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(dialog(page)).toContainText('added: hap.kyma-project.io/hold: "quota request is pending"')
  await dialog(page).getByLabel('Duration').selectOption('Until a date and time')
  await dialog(page).getByLabel('Until').fill('2020-01-01T00:00')
  await expect(dialog(page)).toContainText('This time (UTC) has already passed.')
  await expect(dialog(page)).toContainText('added: hap.kyma-project.io/hold: "quota request is pending"')
  await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Choose an end for the hold.')
  await dialog(page).getByLabel('Duration').selectOption('1 day')
  await dialog(page).getByRole('combobox', { name: 'Duration' }).selectOption('7 days')
  await expect(dialog(page)).toContainText(/Until 20[-\d]+ [:\d]+ UTC, the account will not be assigned/)
  await inDialog(page, 'Hold').click()
  await expect(page.getByText(`${binding.name} was put on hold.`)).toBeVisible()
  await expect(button(page, 'Release')).toHaveAccessibleDescription('On hold. End the hold first.')
  await expect(page.getByText('quota request is pending')).toBeVisible()
  await expect(page.getByText('Hold reason')).toBeVisible()
  await expect(page.getByText('Held by')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Omar Operator' })).toHaveAttribute('href', /^\/audit\/\d+$/)

  await button(page, 'Change hold').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('quota request is pending')
  await expect(dialog(page).getByLabel('Duration')).toHaveValue('at')
  await dialog(page).getByLabel('Duration').selectOption('1 day')
  await expect(dialog(page)).toContainText('The hold will end 6 days earlier.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'End hold').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota is there')
  await expect(inDialog(page, 'End hold')).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`${binding.name} was taken off hold.`)).toBeVisible()
  await expect(button(page, 'Release')).not.toHaveAttribute('aria-disabled')
  // The button that opened the dialog no longer exists; the focus must be on another visible element.
  await expect(button(page, 'End hold')).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
})

test('a double click submits an action once', async ({ page, signIn }) => {
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

test('a server action from another site is rejected', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED/)
  await signIn('operator')
  const binding = await idleBinding(page)
  const address = `/api/v1/bindings/${binding.kind}/${binding.name}`
  const send = await interceptHold(page, binding, 'from another site')
  const why = 'Only this console’s own pages may call this.'
  for (const headers of [{ origin: 'http://console.evil.example' }, { origin: 'null' }, {}]) {
    const answer = await send(headers)
    expect([answer.status(), await answer.text()]).toEqual([403, why])
  }
  expect((await (await page.request.get(address)).json()).row).toMatchObject({ state: 'claimed' })
  expect(await lastRefusals(page, 3)).toEqual(Array(3).fill(`Omar Operator, call page action: ${why}`))

  // The same call from the console's own page is accepted, and refused because of the user's current role.
  await signIn('viewer')
  const own = await send({ origin: new URL(page.url()).origin })
  expect(await own.text()).toContain('Requires the operator role.')
  expect(await (await page.request.get(`${address}/timeline`)).text()).toContain('from another site')
})

test('release and mark dirty are disabled for an account in use, with its clusters as the reason', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  const answer = await page.request.get('/api/v1/bindings?q=state:claimed+shoots:>0&limit=1')
  const [binding] = (await answer.json()).rows
  await open(page, binding)
  const inUse = /still uses? this account/
  await expect(button(page, 'Release')).toHaveAccessibleDescription(inUse)
  await expect(button(page, 'Mark dirty')).toHaveAccessibleDescription(inUse)
})

test('the dialog shows a change by another client and keeps the input', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const binding = await idleBinding(page)
  await open(page, binding)
  await button(page, 'Hold').click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('quota request is pending')
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
  const undo = await relabel(garden, binding.kind, binding.name, { 'e2e-note': 'moved' })
  try {
    await inDialog(page, 'Hold').click({ force: true })
    await expect(dialog(page)).toContainText('The binding changed since you opened this dialog.')
    await expect(dialog(page)).toContainText('added: e2e-note: moved')
    await expect(inDialog(page, 'Continue with this')).toBeInViewport({ ratio: 1 })
    await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Review the change first.')
    await expect(reason).toHaveValue('quota request is pending')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toContainText('Your input is kept. Press Cancel to discard it.')
    await inDialog(page, 'Continue with this').click()
    await expect(dialog(page)).not.toContainText(/changed since you opened|changed and changed back/)
    await expect(inDialog(page, 'Hold')).not.toHaveAttribute('aria-disabled')
    await inDialog(page, 'Cancel').click()
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Hold')).toBeFocused()
  } finally {
    await undo()
  }
})

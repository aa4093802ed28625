import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { box, chosen, door, firstRow, open, option, palette } from '../support/palette.ts'
import { expect, test } from '../support/test.ts'

test('a Cluster is asked for from any page, by whom may; the lists of the operators are found by name', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/pools')
  await open(page)
  await page.keyboard.type('new cluster')
  await expect(chosen(page)).toHaveText(/New Cluster/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/operators/clusters?act=create')
  await expect(page.getByRole('dialog', { name: 'New Cluster' })).toBeVisible()
  await page.goto('/pools')
  await open(page)
  await page.keyboard.type('kubeconfigs')
  await expect(chosen(page)).toHaveText(/Kubeconfigs/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/operators/kubeconfigs')
  await signIn('viewer')
  await page.goto('/pools')
  await open(page)
  await page.keyboard.type('new cluster')
  await expect(option(page, /^New Cluster/)).toHaveAttribute('aria-disabled', 'true')
})

test('a viewer sees the actions of a binding with the reason, and may copy and simulate', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  const { kind, name } = await firstRow(page, 'bindings?q=state:claimed+kind:CredentialsBinding+pool:aws')
  await page.goto(`/bindings/${kind}/${name}`)
  await open(page)
  await expect(palette(page).getByRole('group', { name })).toBeVisible()
  await expect(option(page, /^Mark dirty/)).toHaveCount(0)
  await page.keyboard.type('mark')
  await expect(option(page, 'Mark dirty This needs the role operator.')).toHaveAttribute('aria-disabled', 'true')
  await option(page, 'Mark dirty This needs the role operator.').click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await box(page).fill('copy name')
  await expect(chosen(page)).toHaveAccessibleName(`Copy name ${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Copied ${name}.`)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name)
  await open(page)
  await page.keyboard.type('simulator')
  await option(page, 'Open in simulator').click()
  await expect(page).toHaveURL(/\/simulator\?plan=/)
})

test('an answer to an older text never comes over a newer one, and Enter waits for the newest', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const { name } = await firstRow(page, 'bindings?q=state:claimed+kind:CredentialsBinding')
  await page.goto('/jobs')
  await open(page)
  let letOld: () => void = () => {}
  const old = new Promise<void>(resolve => {
    letOld = resolve
  })
  const asked = page.waitForRequest(/\/api\/v1\/find\?q=gcp$/)
  await page.route(/\/api\/v1\/find\?q=gcp$/, route => old.then(() => route.continue()).catch(() => {}))
  await page.keyboard.type('gcp')
  await asked
  let letNew: () => void = () => {}
  const fresh = new Promise<void>(resolve => {
    letNew = resolve
  })
  await page.route(`**/api/v1/find?q=${name}`, route => fresh.then(() => route.continue()))
  const askedAgain = page.waitForRequest(`**/api/v1/find?q=${name}`)
  await box(page).fill(name)
  await askedAgain
  letOld()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await expect(option(page, /^gcp/)).toHaveCount(0)
  letNew()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('without an answer pages and actions are still there, and it is said what is not searched', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/net::ERR_FAILED/)
  await signIn('viewer')
  await page.goto('/bindings')
  await open(page)
  await page.route('**/api/v1/find?*', route => route.abort())
  await page.keyboard.type('poo')
  await expect(palette(page).getByRole('alert')).toContainText('Names are not searched: the console is not responding.')
  await expect(option(page, 'Pools g p')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/find?*')
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(palette(page).getByRole('alert')).toBeHidden()
  await box(page).press('Enter')
  await expect(page).toHaveURL('/pools')
})

test('a palette that cannot be loaded says so, and is loaded at the next try', async ({ page, noise, signIn }) => {
  noise.expect(/net::ERR_FAILED|Failed to load/)
  await signIn('viewer')
  await page.goto('/jobs')
  await page.route('**/_next/static/**/*', route => route.abort())
  await door(page).click()
  await expect(palette(page).getByRole('alert')).toContainText('could not be loaded')
  await palette(page).getByRole('textbox').fill('sett')
  await page.unroute('**/_next/static/**/*')
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(box(page)).toHaveValue('sett')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

test('too much text is cut, a direct request with it is refused, and markup is text', async ({ page, signIn }) => {
  await signIn('viewer')
  expect((await page.request.get(`/api/v1/find?q=${'x'.repeat(257)}`)).status()).toBe(400)
  expect((await page.request.get('/api/v1/find')).status()).toBe(400)
  await page.goto('/jobs')
  await open(page)
  await box(page).fill('x'.repeat(10_000))
  await expect(box(page)).toHaveValue('x'.repeat(256))
  await expect(page.getByText('No name matches. The lists search other fields too.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  await box(page).fill('<img src=x onerror=alert(1)>')
  await expect(option(page, 'Bindings <img src=x onerror=alert(1)>')).toBeVisible()
  await expect(palette(page).locator('img')).toHaveCount(0)
})

test('what was open is offered again, until the sign-out', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools/aws~eu')
  await expect(page.getByRole('list', { name: 'Global accounts', exact: true })).toBeVisible()
  // What the server sent is visible before the page lives and takes note of itself.
  await expect.poll(() => page.evaluate(() => window.sessionStorage.getItem('hap-recent'))).not.toBeNull()
  await page.goto('/jobs')
  await open(page)
  const recent = palette(page).getByRole('group', { name: 'Recently opened' })
  await expect(recent.getByRole('option')).toHaveText([/aws · EU.*Pool/])
  await page.keyboard.type('sign out')
  await expect(chosen(page)).toHaveAccessibleName(/^Sign out/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sign-in')
  expect(await page.evaluate(() => window.sessionStorage.getItem('hap-recent'))).toBeNull()
})

test('the theme is chosen in it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/jobs')
  await open(page)
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible()
})

test('the list of shortcuts opens by its key, not while somebody types', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('/')
  await page.keyboard.type('?')
  await expect(page.getByRole('combobox', { name: /^Search bindings/ })).toHaveValue('?')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.locator('tr:focus')).toBeVisible()
  await page.keyboard.press('?')
  for (const where of ['Everywhere', 'Lists', 'Tables', 'Rules editor', 'Dialogs and tabs', 'Go to'])
    await expect(sheet.getByRole('region', { name: where, exact: true })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Switch single keys off' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('tr:focus')).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await open(page)
  await page.keyboard.type('shortcuts')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Switch single keys on' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/bindings')

  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page).toHaveURL('/jobs')
  await page.keyboard.press('g')
  await page.keyboard.press('Tab')
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/jobs')
})

for (const width of [1440, 320]) {
  test(`palette and shortcuts are accessible in both themes, ${width} wide`, async ({ page, signIn }) => {
    await signIn('viewer')
    await page.setViewportSize({ width, height: 720 })
    const { kind, name } = await firstRow(page, 'bindings?q=state:claimed+kind:CredentialsBinding')
    await page.goto(`/bindings/${kind}/${name}`)
    await expectAccessibleInBothThemes(page)
    await door(page).click()
    await expect(option(page, /^Overview/)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await box(page).fill('dirty')
    await expect(option(page, /^Bindings state:dirty/)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await box(page).fill('shortcuts')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}

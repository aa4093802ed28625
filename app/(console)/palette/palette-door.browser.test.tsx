import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useCommands } from '#components/palette/commands.ts'
import { ThemeSwitch } from '#components/shell/user-block.tsx'
import type { Role } from '#lib/auth/roles.ts'
import type { FoundThings } from '#lib/queries/find-things.ts'
import { answerRequests } from '../../../test/browser/answer-requests.ts'
import { expectAccessible } from '../../../test/browser/axe.ts'
import { addressNow, renderAt } from '../../../test/browser/render.tsx'
import { PaletteDoor } from './palette-door.tsx'

const NOTHING: FoundThings = { pools: [], bindings: [], globalAccounts: [], shoots: [], states: [], unread: [] }
const BINDING = {
  name: 'sap-aws-1',
  kind: 'CredentialsBinding',
  binding: 'sap-aws-1',
  state: 'claimed',
  pool: null,
} as const

const answer = answerRequests()
const palette = page.getByRole('dialog', { name: 'Search or go to' })
const box = palette.getByRole('combobox', { name: 'Search or go to' })
const option = (name: string | RegExp) => palette.getByRole('option', { name })
const chosen = palette.getByRole('option', { selected: true })
const door = page.getByRole('button', { name: /^Search or go to/ })
const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** A page with its own command and an input field. */
function Page({ role = 'operator' }: { readonly role?: Role }) {
  useCommands({
    scope: 'page',
    heading: 'sap-aws-1',
    commands: [{ id: 'undo', label: 'Undo dirty', disabledReason: 'Not dirty.', act: { run: () => {} } }],
  })
  return (
    <main>
      <h1>Bindings</h1>
      <PaletteDoor role={role} />
      <ThemeSwitch initial="system" />
      <input aria-label="Field" />
    </main>
  )
}

async function open(role?: Role): Promise<void> {
  await renderAt('/bindings', <Page {...(role && { role })} />)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

describe('the palette', () => {
  test('opens by its button and its key, closes by Escape and its key, and returns the focus', async () => {
    await renderAt('/bindings', <Page />)
    await door.click()
    await expect.element(option(/^Overview/)).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(palette).not.toBeInTheDocument()
    await expect.element(door).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(box).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(palette).not.toBeInTheDocument()
    await expect.element(door).toHaveFocus()
  })

  test('wraps at the ends by arrows, and ignores Enter before a choice', async () => {
    await open()
    await expect.element(option('Overview g o')).toBeVisible()
    await expect.element(chosen).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(palette).toBeVisible()
    const options = () => [...document.querySelectorAll('[role=option]')]
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => options().at(-1)?.ariaSelected).toBe('true')
    expect(box.element().getAttribute('aria-activedescendant')).toBe(options().at(-1)?.id)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => options()[0]?.ariaSelected).toBe('true')
  })

  test('lists found objects, and opens one by Enter', async () => {
    answer(() => ({ ...NOTHING, bindings: [BINDING] }))
    await open()
    await userEvent.keyboard('sap-aws-1')
    await expect.element(palette.getByRole('group', { name: 'Bindings', exact: true })).toBeVisible()
    await expect.element(chosen).toMatchTextContent(/^sap-aws-1/)
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(addressNow).toBe('/bindings/CredentialsBinding/sap-aws-1')
    await expect.element(palette).not.toBeInTheDocument()
  })

  test('shows no answer to an older text, and Enter waits for the newest', async () => {
    const waits = new Map<string | null, PromiseWithResolvers<FoundThings>>()
    answer(url => {
      const wait = Promise.withResolvers<FoundThings>()
      waits.set(url.searchParams.get('q'), wait)
      return wait.promise
    })
    await open()
    await userEvent.keyboard('aws')
    await expect.poll(() => waits.has('aws')).toBe(true)
    await box.fill('sap-aws-1')
    await expect.poll(() => waits.has('sap-aws-1')).toBe(true)
    waits.get('aws')?.resolve({ ...NOTHING, globalAccounts: [{ name: 'aws-customer' }] })
    await userEvent.keyboard('{Enter}')
    await expect.element(palette).toBeVisible()
    await expect.element(option(/aws-customer/)).not.toBeInTheDocument()
    waits.get('sap-aws-1')?.resolve({ ...NOTHING, bindings: [BINDING] })
    await expect.poll(addressNow).toBe('/bindings/CredentialsBinding/sap-aws-1')
  })

  test('offers pages when the console does not respond, says what is not searched, and retries', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')))
    await open()
    await userEvent.keyboard('poo')
    await expect
      .element(palette.getByRole('alert'))
      .toMatchTextContent(/^Names are not searched: the console is not responding\./)
    await expect.element(option('Pools g p')).toBeVisible()
    await expectAccessible()
    answer(() => NOTHING)
    await palette.getByRole('button', { name: 'Try again' }).click()
    await expect.element(palette.getByRole('alert')).not.toBeInTheDocument()
    await box.click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(addressNow).toBe('/pools')
  })

  test('links to the sign-in when the session has ended', async () => {
    answer(() => Response.json({ status: 401, detail: 'Sign in to continue.' }, { status: 401 }))
    await open()
    await userEvent.keyboard('aws')
    await expect.element(palette.getByRole('alert')).toMatchTextContent(/^You are signed out/)
    await expect
      .element(palette.getByRole('link', { name: 'Sign in' }))
      .toHaveAttribute('href', '/sign-in?returnTo=%2Fbindings')
  })

  test('shows a disabled action with its reason and does not run it', async () => {
    answer(() => NOTHING)
    await open()
    await userEvent.keyboard('undo')
    await expect.element(option('Undo dirty Not dirty.')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(palette).toBeVisible()
  })

  test.each([
    ['viewer', 'true'],
    ['operator', null],
  ] as const)('offers a %s to create a Cluster: aria-disabled is %s', async (role, disabled) => {
    answer(() => NOTHING)
    await open(role)
    await userEvent.keyboard('new cluster')
    await expect
      .poll(() =>
        option(/^New Cluster/)
          .element()
          .getAttribute('aria-disabled'),
      )
      .toBe(disabled)
  })

  test('cuts long text and shows markup as text', async () => {
    answer(() => NOTHING)
    await open()
    await box.fill('x'.repeat(10_000))
    await expect.element(box).toHaveValue('x'.repeat(256))
    await expect.element(page.getByText('No name matches. Search all fields of a list:')).toBeVisible()
    await box.fill('<img src=x onerror=alert(1)>')
    await expect.element(option('Bindings <img src=x onerror=alert(1)>')).toBeVisible()
    expect(document.querySelector('dialog img')).toBeNull()
  })

  test('changes the theme', async () => {
    answer(() => NOTHING)
    await open()
    await userEvent.keyboard('theme dark')
    await expect.element(chosen).toMatchTextContent(/^Theme: dark/)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
    await page.getByRole('button', { name: 'Theme: dark. Change to system' }).click()
    expect(document.documentElement.dataset.theme).toBeUndefined()
    await page.getByRole('button', { name: 'Theme: system. Change to light' }).click()
    expect([document.documentElement.dataset.theme, document.cookie]).toEqual(['light', 'hap-theme=light'])
    await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click()
    await page.getByRole('button', { name: 'Theme: dark. Change to system' }).click()
  })
})

describe('the keyboard shortcuts', () => {
  test('open by their key, but not while text is typed', async () => {
    await renderAt('/bindings', <Page />)
    await page.getByRole('textbox', { name: 'Field' }).click()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('textbox', { name: 'Field' })).toHaveValue('?')
    await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('?')
    for (const where of ['Everywhere', 'Lists', 'Tables', 'Rules editor', 'Dialogs and tabs', 'Go to'])
      await expect.element(sheet.getByRole('region', { name: where, exact: true })).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: 'Close' })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
  })

  test('single keys can be switched off and on', async () => {
    answer(() => NOTHING)
    await renderAt('/bindings', <Page />)
    await userEvent.keyboard('?')
    await sheet.getByRole('button', { name: 'Turn off single-key shortcuts' }).click()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('?gp')
    await expect.element(sheet).not.toBeInTheDocument()
    expect(addressNow()).toBe('/bindings')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await sheet.getByRole('button', { name: 'Turn on single-key shortcuts' }).click()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('gj')
    await expect.poll(addressNow).toBe('/jobs')
    await userEvent.keyboard('g{Tab}s')
    expect(addressNow()).toBe('/jobs')
  })
})

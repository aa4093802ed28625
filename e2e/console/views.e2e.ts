import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'
import { dialog, open, own, save } from '../support/views-dialog.ts'

const others = (page: Page) => dialog(page).getByRole('region', { name: 'Shared by others' })

test('a view is saved, opened, renamed, shared, and deleted by an admin', async ({ page, signIn }) => {
  const name = '<b>Dirty</b> since long'
  await signIn('operator')
  await page.goto('/bindings?q=state:dirty&sort=-for')
  await open(page)
  await expect(own(page)).toContainText('You have no saved views of this page yet.')
  await expectAccessible(page)
  await save(page, name)
  await expect(own(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill(name)
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('You already have a view with this name.')

  await page.goto('/bindings')
  await open(page)
  const link = own(page).getByRole('link', { name })
  await expect(link).not.toHaveAttribute('aria-current')
  await link.click()
  await expect(page).toHaveURL('/bindings?q=state:dirty&sort=-for')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove state:dirty' })).toBeVisible()

  await open(page)
  await own(page)
    .getByRole('button', { name: `Rename ${name}` })
    .click()
  await own(page)
    .getByRole('textbox', { name: `New name of ${name}` })
    .fill('Long dirty')
  await own(page).getByRole('button', { name: 'Rename', exact: true }).click()
  await own(page).getByRole('button', { name: 'Share Long dirty' }).click()
  await expect(own(page).getByText('shared', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await signIn('viewer')
  await page.goto('/bindings')
  await open(page)
  await expect(others(page)).toContainText('by Omar Operator')
  await expect(others(page).getByRole('link', { name: 'Long dirty' })).toHaveAttribute(
    'href',
    '/bindings?q=state:dirty&sort=-for',
  )
  await expect(others(page).getByRole('button')).toHaveCount(0)

  await signIn('admin')
  await page.goto('/bindings')
  await open(page)
  await others(page).getByRole('button', { name: 'Delete Long dirty' }).click()
  await expect(others(page)).toContainText('No shared views of this page.')
})

test('the API saves views, and rejects unknown pages and invalid searches', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools')
  const post = (data: unknown) => page.request.post('/api/v1/views', { data })
  const view = { page: 'pools', name: 'By a program', query: 'q=eu&returnTo=//evil.example' }
  const made = await post(view)
  expect(made.status()).toBe(201)
  const { id, href } = await made.json()
  expect(href).toBe('/pools?q=eu')
  for (const wrong of [
    { page: '//evil.example' },
    { query: 'q=nothing:here' },
    { query: 'sort=constructor' },
    { name: '' },
  ])
    expect((await post({ ...view, ...wrong })).status(), JSON.stringify(wrong)).toBe(400)
  expect((await post(view)).status()).toBe(409)
  expect((await page.request.get('/api/v1/views?page=settings')).status()).toBe(400)

  await signIn('admin')
  expect((await page.request.patch(`/api/v1/views/${id}`, { data: { name: 'Taken' } })).status()).toBe(404)
  await signIn('viewer')
  expect((await page.request.delete(`/api/v1/views/${id}`)).status()).toBe(204)
  expect((await page.request.delete(`/api/v1/views/${id}`)).status()).toBe(404)
  await page.context().clearCookies()
  expect((await page.request.get('/api/v1/views?page=pools')).status()).toBe(401)
})

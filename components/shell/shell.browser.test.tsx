import { usePathname } from 'next/navigation'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPage } from '../../test/browser/render.tsx'
import { PageHead } from './page-head.tsx'

function Page() {
  return <PageHead key={usePathname()} title={usePathname() === '/pools' ? 'Pools' : 'Overview'} />
}

const navigation = page.getByRole('navigation', { name: 'Main' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

beforeEach(async () => {
  await renderPage('/', <Page />)
})

describe('the shell', () => {
  test('has a link past the navigation as its first tab stop', async () => {
    await expect.element(navigation).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  test('marks the current page and focuses its heading after a navigation', async () => {
    await navigation.getByRole('link', { name: 'Pools' }).click()
    await expect.element(heading('Pools')).toHaveFocus()
    await expect.element(navigation.getByRole('link', { name: 'Pools' })).toHaveAttribute('aria-current', 'page')
  })

  test('moves the navigation to a drawer in a narrow window', async () => {
    await page.viewport(390, 844)
    await expect.element(navigation).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    await expect.element(drawer).toBeVisible()
    await expectAccessible()
    await drawer.getByRole('link', { name: 'Pools' }).click()
    await expect.element(heading('Pools')).toBeVisible()
    await expect.element(drawer).not.toBeInTheDocument()
  })
})

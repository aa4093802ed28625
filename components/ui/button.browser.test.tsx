import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../test/browser/render.tsx'
import { Button } from './button.tsx'

const REASON = '3 clusters still use this account. Delete or move them first.'
const openTip = () => document.querySelector('[popover]:popover-open')?.textContent ?? null

test('a disabled button can be reached by keyboard, says why, and does nothing', async () => {
  const onClick = vi.fn()
  await renderPart(
    <form>
      <Button>Hold</Button>
      <Button type="submit" disabledReason={REASON} onClick={onClick}>
        Release
      </Button>
    </form>,
  )
  const release = page.getByRole('button', { name: 'Release' })
  await expect.element(release).toHaveAccessibleDescription(REASON)
  await expect.element(release).toHaveAttribute('aria-disabled', 'true')
  page.getByRole('button', { name: 'Hold' }).element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(release).toHaveFocus()
  await expect.poll(openTip).toBe(REASON)
  await userEvent.keyboard('{Enter}{Escape}')
  await expect.poll(openTip).toBeNull()
  await release.click({ force: true })
  expect(onClick).not.toHaveBeenCalled()
})

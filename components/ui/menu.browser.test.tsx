import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPart } from '../../test/browser/render.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Menu, MenuItem } from './menu.tsx'

const onHold = vi.fn()
const onUndo = vi.fn()

function Actions() {
  return (
    <Menu
      label="More actions"
      trigger={props => (
        <Button {...props} icon aria-label="More actions" tip="More actions">
          <Icon name="more" />
        </Button>
      )}
    >
      <MenuItem onSelect={onHold}>Hold</MenuItem>
      <MenuItem checked onSelect={() => {}}>
        Watch
      </MenuItem>
      <MenuItem disabledReason="not dirty" onSelect={onUndo}>
        Undo dirty
      </MenuItem>
    </Menu>
  )
}

const button = page.getByRole('button', { name: 'More actions' })
const menu = page.getByRole('menu', { name: 'More actions' })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const openTip = () => document.querySelector('[popover="manual"]:popover-open')?.textContent ?? null

describe('a menu', () => {
  test('opens by Arrow Down, moves by arrows and letters, and closes by Escape', async () => {
    await renderPart(<Actions />)
    button.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Hold')).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('u')
    await expect.element(item(/^Undo dirty/)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Hold')).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowUp}')
    await expect.element(page.getByRole('menuitemcheckbox', { name: 'Watch' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  test('selects an item once and returns the focus', async () => {
    onHold.mockClear()
    await renderPart(<Actions />)
    await button.click()
    await item('Hold').click()
    await expect.element(menu).not.toBeInTheDocument()
    expect(onHold).toHaveBeenCalledTimes(1)
    await expect.element(button).toHaveFocus()
  })

  test('shows why an item is disabled, and does not select it', async () => {
    await renderPart(<Actions />)
    await button.click()
    await expect.element(item('Undo dirty not dirty')).toHaveAttribute('aria-disabled', 'true')
    await item('Undo dirty not dirty').click({ force: true })
    expect(onUndo).not.toHaveBeenCalled()
  })

  test('hides the tip of its button while it is open', async () => {
    await renderPart(<Actions />)
    await button.hover()
    await expect.poll(openTip).toBe('More actions')
    await button.click()
    await expect.element(menu).toBeVisible()
    await expect.poll(openTip).toBeNull()
  })
})

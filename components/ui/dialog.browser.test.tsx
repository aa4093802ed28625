import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPart } from '../../test/browser/render.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './text-field.tsx'

function Hold({ stays = null }: { readonly stays?: string | null }) {
  const [open, setOpen] = useState(false)
  const [held, setHeld] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <main>
      <h1>Account</h1>
      <div>
        {!held && <Button onClick={() => setOpen(true)}>Hold</Button>}
        <Button aria-haspopup="menu">More actions</Button>
      </div>
      {open && (
        <Dialog
          title="Hold the account"
          description="No request gets it."
          hasInput={reason !== ''}
          closeDisabledReason={stays}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button onClick={() => setHeld(true)}>Confirm</Button>
            </>
          }
        >
          <TextArea label="Reason" value={reason} onChange={setReason} />
        </Dialog>
      )}
    </main>
  )
}

const dialog = page.getByRole('dialog', { name: 'Hold the account' })
const opener = page.getByRole('button', { name: 'Hold', exact: true })
const reason = page.getByRole('textbox', { name: 'Reason' })
const cancel = page.getByRole('button', { name: 'Cancel' })

describe('a dialog', () => {
  test('focuses its first field, closes by Escape and returns the focus', async () => {
    await renderPart(<Hold />)
    await opener.click()
    await expect.element(dialog).toHaveAccessibleDescription('No request gets it.')
    await expect.element(reason).toHaveFocus()
    // The browser prefers reduced motion.
    expect(document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test.each([{ isComposing: true }, { keyCode: 229 }])('ignores Escape of an input method: %j', async composing => {
    await renderPart(<Hold />)
    await opener.click()
    await expect.element(reason).toHaveFocus()
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...composing })
    reason.element().dispatchEvent(pressed)
    expect(pressed.defaultPrevented).toBe(true)
    await reason.fill('日本')
    await expect.element(dialog).toBeVisible()
  })

  test.each([
    ['Cancel', () => cancel.click()],
    ['its cross', () => page.getByRole('button', { name: 'Close' }).click()],
  ])('returns the focus when %s closes it', async (_way, close) => {
    await renderPart(<Hold />)
    await opener.click()
    await close()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test('moves the focus to the menu beside its opener when the opener is gone', async () => {
    await renderPart(<Hold />)
    await opener.click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await cancel.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'More actions' })).toHaveFocus()
  })

  test('keeps typed text from Escape and a click outside; Cancel discards it', async () => {
    await renderPart(<Hold />)
    await opener.click()
    await userEvent.keyboard('j/? are letters here')
    await userEvent.keyboard('{Escape}{Escape}{Escape}')
    await userEvent.click(document.querySelector('dialog') ?? document.body, { position: { x: 1, y: 1 } })
    await expect.element(reason).toHaveValue('j/? are letters here')
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Your input is kept. Press Cancel to discard it.')
    await cancel.click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('stays open while a change is written, and says why', async () => {
    await renderPart(<Hold stays="The change is being written." />)
    await opener.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog.getByRole('status')).toHaveTextContent('The change is being written.')
    await expect
      .element(page.getByRole('button', { name: 'Close' }))
      .toHaveAccessibleDescription('The change is being written.')
  })
})

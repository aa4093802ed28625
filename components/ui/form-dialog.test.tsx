import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormDialog } from './form-dialog.tsx'

const html = (busy: boolean) =>
  renderToStaticMarkup(
    <FormDialog
      title="Hold"
      note="Recorded as Omar"
      verb="Hold"
      disabledReason={busy ? 'Applying the change…' : null}
      busy={busy}
      touched={false}
      onSubmit={async () => {}}
      onClose={() => {}}
    >
      {null}
    </FormDialog>,
  )

test('shows that the submission is running, and disables Cancel and the close button', () => {
  const busy = html(true)
  expect(busy).toMatch(/role="status">Applying the change… It can no longer be cancelled\./)
  for (const name of ['aria-label="Close"', '>Cancel<'])
    expect(buttonWith(busy, name)).toContain('aria-disabled="true"')
  expect(buttonWith(busy, '>Hold<')).toContain('aria-busy="true"')
})

test('names the recorded user and can be closed before the submission', () => {
  const idle = html(false)
  expect(idle).toContain('role="status">Recorded as Omar<')
  expect(idle).not.toMatch(/aria-disabled|aria-busy/)
})

function buttonWith(markup: string, part: string): string {
  return markup.match(/<button.*?<\/button>/g)?.find(each => each.includes(part)) ?? ''
}

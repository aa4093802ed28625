import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Segmented } from './segmented.tsx'

test('a disabled option shows its reason and stays focusable', () => {
  const html = renderToStaticMarkup(
    <Segmented
      label="Source"
      value="made"
      options={[
        { value: 'made', label: 'Make' },
        { value: 'brought', label: 'Bring', disabledReason: 'This needs the role admin.' },
      ]}
      onChange={() => {}}
    />,
  )
  const [made, brought] = html.match(/<input[^>]*>/g) ?? []
  expect(made).not.toContain('aria-d')
  expect(brought).toContain('aria-disabled="true" aria-description="This needs the role admin."')
  expect(html).not.toContain(' disabled')
})

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
        { value: 'brought', label: 'Bring', disabledReason: 'Requires the admin role.' },
      ]}
      onChange={() => {}}
    />,
  )
  const [made, brought] = html.match(/<input[^>]*>/g) ?? []
  expect(made).not.toContain('aria-d')
  expect(brought).toContain('aria-disabled="true" aria-description="Requires the admin role."')
  expect(html).not.toContain(' disabled')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

test.each([
  ['nothing below it', {}, 0, false],
  ['help', { help: 'in the plural' }, 1, false],
  [
    'a warning beside the help, which marks nothing as wrong',
    { help: 'in the plural', warning: 'Grants nothing.' },
    2,
    false,
  ],
  ['an error and a warning', { error: 'Is refused.', warning: 'Grants nothing.' }, 2, true],
])('describes a field by %s', (_words, said, described, wrong) => {
  const drawn = renderToStaticMarkup(<TextField label="Resources" value="Pod" {...said} />)
  const ids = /aria-describedby="([^"]+)"/.exec(drawn)?.[1]?.split(' ') ?? []
  expect(ids.filter(id => drawn.includes(`<div id="${id}"`))).toHaveLength(described)
  expect(drawn.includes('aria-invalid')).toBe(wrong)
  for (const words of Object.values(said)) expect(drawn).toContain(words)
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SIGN_IN_REQUIRED } from '#lib/auth/sign-in-time.ts'
import { ImportProblems } from './import-dialog.tsx'

const shown = (of: readonly string[] | string | null) => renderToStaticMarkup(<ImportProblems of={of} />)

test('links to the sign-in in another tab when the session has ended', () => {
  const said = shown(SIGN_IN_REQUIRED)
  expect(said).toContain(SIGN_IN_REQUIRED)
  expect(said).toMatch(/<a [^>]*href="\/sign-in[^>]*target="_blank"|<a [^>]*target="_blank"[^>]*href="\/sign-in/)
})

test('lists the problems of the text without a link', () => {
  const said = shown(['limits.aws is no number.', 'limits.gcp is no number.'])
  expect(said.match(/<li>/g)).toHaveLength(2)
  expect(said).not.toContain('<a ')
  expect(shown(null)).toBe('')
})

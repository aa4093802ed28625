import { expect, test } from 'vitest'
import { RenderedForAnotherError, requireRenderedFor } from './rendered-for.ts'
import { RENDERED_FOR_HEADER } from './request-headers.ts'

const ADA = { id: 'issuer|Ada Ä', name: 'Ada', role: 'admin' } as const

test.each([
  ['a program, which says nothing,', undefined, false],
  ['the page of the same person', encodeURIComponent(ADA.id), false],
  ['the page of another person', 'omar', true],
  ['a page that does not know its person', '', true],
])('what %s changes', (_, drawnFor, isRefused) => {
  const headers = new Headers(drawnFor === undefined ? {} : { [RENDERED_FOR_HEADER]: drawnFor })
  const ask = () => requireRenderedFor(ADA, headers)
  if (isRefused) expect(ask).toThrow(RenderedForAnotherError)
  else expect(ask).not.toThrow()
})

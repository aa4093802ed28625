import { expect, test } from 'vitest'
import { DrawnForAnotherError, requireDrawnFor } from './drawn-for.ts'
import { DRAWN_FOR_HEADER } from './drawn-for-header.ts'

const ADA = { id: 'issuer|Ada Ä', name: 'Ada', role: 'admin' } as const

test.each([
  ['a program, which says nothing,', undefined, false],
  ['the page of the same person', encodeURIComponent(ADA.id), false],
  ['the page of another person', 'omar', true],
  ['a page that does not know its person', '', true],
])('what %s changes', (_, drawnFor, isRefused) => {
  const headers = new Headers(drawnFor === undefined ? {} : { [DRAWN_FOR_HEADER]: drawnFor })
  const ask = () => requireDrawnFor(ADA, headers)
  if (isRefused) expect(ask).toThrow(DrawnForAnotherError)
  else expect(ask).not.toThrow()
})

import { expect, test } from 'vitest'
import { RenderedForAnotherError, requireRenderedFor } from './rendered-for.ts'
import { RENDERED_FOR_HEADER } from './request-headers.ts'

const ADA = { id: 'issuer|Ada Ä', name: 'Ada', role: 'admin' } as const

test.each([
  ['a request without the header', undefined, false],
  ['a page of the same user', encodeURIComponent(ADA.id), false],
  ['a page of another user', 'omar', true],
  ['a page without a user', '', true],
])('%s (%j) is refused: %j', (_, drawnFor, isRefused) => {
  const headers = new Headers(drawnFor === undefined ? {} : { [RENDERED_FOR_HEADER]: drawnFor })
  const ask = () => requireRenderedFor(ADA, headers)
  if (isRefused) expect(ask).toThrow(RenderedForAnotherError)
  else expect(ask).not.toThrow()
})

import { expect, test } from 'vitest'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { errorResponse } from './error-response.ts'

test.each([
  ['too many changes', new RefusedError(429, 'Too many.'), '5'],
  ['too many connections', new RefusedRequestError(429, 'Too many.'), '5'],
  ['a refusal for another reason', new RefusedError(409, 'It exists.'), null],
])('the answer to %s says when to repeat it', (_, error, retryAfter) => {
  expect(errorResponse(error).headers.get('retry-after')).toBe(retryAfter)
})

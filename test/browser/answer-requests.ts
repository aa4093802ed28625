import { afterEach, beforeEach } from 'vitest'

type Answer = (url: URL) => unknown

const browserFetch = globalThis.fetch

/**
 * Simulates the console's responses to the requests of a component, for the tests of this file. A handler returns the JSON of a
 * response or a whole Response; one that throws simulates a console that does not respond.
 */
export function answerRequests(): (handler: Answer) => void {
  let handler: Answer = url => Promise.reject(new Error(`The test answers no request for ${url.pathname}.`))
  beforeEach(() => {
    globalThis.fetch = async input => {
      const url = new URL(input instanceof Request ? input.url : input, location.origin)
      const answer = await handler(url)
      return answer instanceof Response ? answer : Response.json(answer)
    }
  })
  afterEach(() => {
    globalThis.fetch = browserFetch
  })
  return next => {
    handler = next
  }
}

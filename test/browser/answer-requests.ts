import { afterEach, beforeEach } from 'vitest'

type Answer = (url: URL) => unknown

const browserFetch = globalThis.fetch

/**
 * Answers the requests of a component in the place of the console, for the tests of this file: what a handler returns is the JSON of
 * an answer, a Response is sent as it is, and a handler that throws is a console that does not respond.
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

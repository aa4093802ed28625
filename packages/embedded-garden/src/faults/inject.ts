import type { IncomingMessage, ServerResponse } from 'node:http'
import { expired } from '#embedded-garden/http/errors.ts'
import { statusOf } from '#embedded-garden/http/status.ts'
import type { Mishap } from './fault.ts'

/** Lets a mishap happen to a request. Answers true when the request is done with. */
export async function inject(mishap: Mishap, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  switch (mishap.type) {
    case 'status':
      sendStatus(mishap, response)
      return true
    case 'delay':
      await new Promise(resolve => setTimeout(resolve, mishap.ms))
      return false
    case 'reset':
      request.socket.destroy()
      return true
    case 'lose-answer':
      swallow(response, () => request.socket.destroy())
      return false
    case 'replace-answer':
      swallow(response, () => sendStatus({ ...mishap, type: 'status' }, response))
      return false
    case 'hang':
      swallow(response, () => undefined)
      return false
    case 'stall-watch':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.flushHeaders()
      return true
    case 'drop-watch':
      setTimeout(() => request.socket.destroy(), mishap.afterMs).unref()
      return false
    case 'expire-watch': {
      const status = statusOf(expired('too old resource version').failure)
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)
      return true
    }
  }
}

function sendStatus(mishap: Extract<Mishap, { type: 'status' }>, response: ServerResponse): void {
  const { status, reason, text, retryAfterSeconds } = mishap
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (text !== undefined) {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(text)
    return
  }
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(
    JSON.stringify(statusOf({ code: status, message: 'injected fault', ...(reason && { reason }), details })),
  )
}

/** The handlers go on as usual, but nothing of what they write gets out. */
function swallow(response: ServerResponse, whenDone: () => void): void {
  const { writeHead, flushHeaders, write, end } = response
  response.writeHead = () => response
  response.flushHeaders = () => undefined
  response.write = () => true
  response.end = () => {
    Object.assign(response, { writeHead, flushHeaders, write, end })
    whenDone()
    return response
  }
}

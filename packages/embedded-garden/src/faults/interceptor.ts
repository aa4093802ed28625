import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseRequest } from '#embedded-garden/http/request-info.ts'
import { kindOf } from '#embedded-garden/http/request-log.ts'
import type { Interceptor } from '#embedded-garden/server/server.ts'
import { CONTROL_PATH, type Controlled, control } from './control.ts'
import { Mishap } from './fault.ts'
import { inject } from './inject.ts'

/** Header with a mishap as JSON, for the one request that carries it. */
const HEADER = 'x-garden-fault'

/** Counts every request, those to the shoots' API servers apart; with `faulty`, also offers the control addresses and lets planned faults happen. */
export function interceptor(controlled: Controlled, faulty: boolean): Interceptor {
  return async (request: IncomingMessage, response: ServerResponse, shoot: string | null) => {
    if (faulty && shoot === null && request.url?.startsWith(CONTROL_PATH)) {
      await control(request, response, controlled)
      return true
    }
    const kind = kindOf(parseRequest(request.method ?? 'GET', request.url ?? '/'), request.headers['user-agent'] ?? '')
    if (shoot === null) controlled.requests.record(kind)
    else controlled.shootRequests.record(kind)
    if (!faulty) return false
    const mishap = fromHeader(request.headers[HEADER]) ?? controlled.faults.take(kind, shoot)
    return mishap ? inject(mishap, request, response) : false
  }
}

function fromHeader(header: string | string[] | undefined) {
  return typeof header === 'string' ? Mishap.parse(JSON.parse(header)) : null
}

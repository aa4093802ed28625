import type { IncomingMessage, ServerResponse } from 'node:http'
import { MASTERS } from '#embedded-garden/auth/user.ts'
import { readBody } from '#embedded-garden/http/body.ts'
import { parseRequest } from '#embedded-garden/http/request-info.ts'
import { kindOf, type RequestLog } from '#embedded-garden/http/request-log.ts'
import type { Services } from '#embedded-garden/resource.ts'
import type { Interceptor } from '#embedded-garden/server/server.ts'
import type { AccountRefusals, ErrorCode } from '#embedded-garden/shoot-life/account-errors.ts'
import type { ShootServers } from '#embedded-garden/shoot-servers/shoot-servers.ts'
import { type FaultInput, type FaultPlan, inject, Mishap } from './fault.ts'

/** Header with a mishap as JSON, for the one request that carries it. */
const HEADER = 'x-garden-fault'

/** Counts requests, separately for the shoots' API servers. With `faulty`, also serves the control addresses and injects faults. */
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

/** Tests control the garden by addresses below this one. They exist only in a garden with faults. */
const CONTROL_PATH = '/garden/'

interface Controlled {
  readonly services: Services
  readonly faults: FaultPlan
  readonly requests: RequestLog
  /** Counts of the requests to the shoots' API servers. */
  readonly shootRequests: RequestLog
  readonly refusals: AccountRefusals
  readonly shoots: ShootServers | null
}

/** Handles a request below CONTROL_PATH, from the administrator only. */
async function control(request: IncomingMessage, response: ServerResponse, controlled: Controlled): Promise<void> {
  const user = controlled.services.authenticator.authenticate(request.headers.authorization)
  if (!user?.groups.includes(MASTERS))
    return send(response, 403, { problem: 'Only the administrator may steer the garden.' })
  const name = (request.url ?? '').slice(CONTROL_PATH.length)
  const handler = handlers(controlled)[`${request.method} ${name}`]
  if (!handler)
    return send(response, 404, {
      problem: `There is no ${request.method} ${name}.`,
      offered: Object.keys(handlers(controlled)),
    })
  try {
    send(response, 200, await handler(await readBody(request)))
  } catch (error) {
    send(response, 400, { problem: error instanceof Error ? error.message : String(error) })
  }
}

type Handler = (body: Buffer) => unknown

function handlers({
  services,
  faults,
  requests,
  shootRequests,
  refusals,
  shoots,
}: Controlled): Record<string, Handler> {
  const { aggregatedApi, store, throttle } = services
  return {
    'GET faults': () => faults.waiting,
    'POST faults': body => faults.add(JSON.parse(body.toString()) as FaultInput),
    'DELETE faults': () => faults.clear(),
    'GET requests': () => requests.all(),
    'DELETE requests': () => requests.clear(),
    'GET shoot-requests': () => shootRequests.all(),
    'DELETE shoot-requests': () => shootRequests.clear(),
    'POST refusals': body => refuse(refusals, body),
    'DELETE refusals': () => refusals.clear(),
    'POST shoot-kubeconfigs': body => overrideKubeconfig(shoots, body),
    'POST stop-aggregated-api': () => aggregatedApi.stop(),
    'POST start-aggregated-api': () => aggregatedApi.start(),
    'POST compact-storage': () => store.compact(),
    'POST expire-watches': () => store.forgetHistory(),
    'POST throttle-on': () => throttle.switch(true),
    'POST throttle-off': () => throttle.switch(false),
  }
}

/** `{"account": "garden-dev/aws-1", "code": "ERR_INFRA_QUOTA_EXCEEDED"}`; without a code the refusal ends. */
function refuse(refusals: AccountRefusals, body: Buffer): void {
  const { account, code = null } = JSON.parse(body.toString()) as { account?: string; code?: ErrorCode | null }
  if (!account) throw new Error('The account is missing, as namespace/name of its Secret or WorkloadIdentity.')
  refusals.set(account, code)
}

/**
 * Body: `{"shoot": "garden-dev/c-1", "kubeconfig": "…"}`. Sets the kubeconfig that the shoot
 * issues; without `shoot` it applies to all shoots, without `kubeconfig` it removes the override.
 */
function overrideKubeconfig(shoots: ShootServers | null, body: Buffer): void {
  const { shoot = '*', kubeconfig = null } = JSON.parse(body.toString()) as {
    shoot?: string
    kubeconfig?: string | null
  }
  if (!shoots) throw new Error('This garden has no API servers of shoots.')
  shoots.setKubeconfigOverride(shoot, kubeconfig)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body ?? {}))
}

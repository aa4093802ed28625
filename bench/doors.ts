import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { request as playwright } from '@playwright/test'
import { cookieOf } from '../e2e/support/cookie-of.ts'
import { doorsOf } from '../e2e/support/doors.ts'
import { startLandscape } from '../e2e/support/landscape.ts'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from '../e2e/support/session-cookie.ts'
import { signInByRequest } from '../e2e/support/sign-in.ts'
import type { Bench, Figure } from './bench.ts'
import { worst } from './lib/worst.ts'

/** Main thread time of a request that is refused because it has no session; the worst kind of request. */
export const benches: Bench[] = [{ name: 'doors: a request without a session', unit: 'ms', budget: 5, run: refused }]

const REQUESTS = 200
const WARM_REQUESTS = 20
const IDLE_MS = 5_000
/** The maximum that a page sends in one request. */
const BODY = JSON.stringify(['x'.repeat(1_900_000)])
const NO_LIMITS = ['REQUESTS_PER_USER', 'REQUESTS_PER_ADDRESS', 'BODY_MB_PER_USER', 'BODY_MB_PER_ADDRESS']

interface Kind {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: number
}

async function refused(): Promise<Figure> {
  const landscape = await startLandscape('small', Object.fromEntries(NO_LIMITS.map(name => [`HAP_${name}`, '0'])))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const kinds = await kindsOf(landscape.url)
    await sleep(IDLE_MS)
    const idleFrom = mainThreadMs(landscape.pid)
    await sleep(IDLE_MS)
    const idlePerMs = (mainThreadMs(landscape.pid) - idleFrom) / IDLE_MS
    const figures = new Map<string, number>()
    for (const kind of kinds) {
      for (let n = 0; n < WARM_REQUESTS; n++) await send(agent, landscape.url, kind)
      const [begun, used] = [performance.now(), mainThreadMs(landscape.pid)]
      for (let n = 0; n < REQUESTS; n++) await send(agent, landscape.url, kind)
      const own = mainThreadMs(landscape.pid) - used - idlePerMs * (performance.now() - begun)
      figures.set(kind.name, own / REQUESTS)
    }
    return worst(figures)
  } finally {
    agent.destroy()
    await landscape.stop()
  }
}

/** CPU time of the main thread of a process so far, in milliseconds. Linux only. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1).join()) / 1e6
}

async function kindsOf(url: string): Promise<readonly Kind[]> {
  const visitor = await playwright.newContext({ baseURL: url })
  const cookies = await signInByRequest(visitor, 'admin')
  const sealed = await sealedToken(await sessionTokenIn(cookies), { maxAge: -60 })
  const { csrfToken } = await (await visitor.get('/api/auth/csrf')).json()
  await visitor.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })
  await visitor.dispose()
  const senders: Record<string, Record<string, string>> = {
    'no cookie': {},
    'a forged cookie': { cookie: `${SESSION_COOKIE}=${sealed.slice(0, -8)}AAAAAAAA` },
    'an expired cookie': { cookie: `${SESSION_COOKIE}=${sealed}` },
    'a revoked session': { cookie: cookieOf(cookies) },
  }
  const token = { 'a bad token': { authorization: `Bearer hap_${'A'.repeat(43)}` } }
  const action = doorsOf('.next').find(({ kind }) => kind === 'action')?.action ?? ''
  const call = { 'next-action': action, 'content-type': 'text/plain;charset=UTF-8', origin: url }
  const json = { 'content-type': 'application/json' }
  const of = (
    what: string,
    how: Pick<Kind, 'method' | 'path' | 'headers' | 'refusal'>,
    whose: Record<string, Record<string, string>>,
  ) =>
    Object.entries(whose).map(([who, headers]) => ({
      ...how,
      name: `${what}, ${who}`,
      headers: { ...how.headers, ...headers },
    }))
  return [
    ...of('page', { method: 'GET', path: '/bindings', headers: {}, refusal: 307 }, senders),
    ...of('action', { method: 'POST', path: '/bindings', headers: call, refusal: 401 }, senders),
    ...of('read', { method: 'GET', path: '/api/v1/pools', headers: {}, refusal: 401 }, { ...senders, ...token }),
    ...of('write', { method: 'POST', path: '/api/v1/jobs', headers: json, refusal: 401 }, { ...senders, ...token }),
    ...of('stream', { method: 'GET', path: '/api/v1/events', headers: {}, refusal: 401 }, senders),
  ]
}

function send(agent: Agent, url: string, { name, method, path, headers, refusal }: Kind): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, url), { agent, method, headers }, answer => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === refusal) resolve()
        else reject(new Error(`${name} was answered with ${answer.statusCode}, not ${refusal}.`))
      })
    })
    call.once('error', reject)
    call.end(method === 'POST' ? BODY : undefined)
  })
}

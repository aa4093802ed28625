import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RESOURCES } from '#lib/api/api.ts'
import type { Route } from '#lib/api/operation.ts'
import type { Role } from '#lib/auth/roles.ts'
import { ACTIONS_FOR, PAGES_FOR, ROUTES_FOR } from './doors-for.ts'

/** An entry point of the build: a page, a method of a route, or a server action. */
export interface Door {
  readonly kind: 'page' | 'route' | 'action'
  /** Key in the tables of required roles. */
  readonly name: string
  readonly method: string
  readonly address: string
  /** ID by which a request names a server action. */
  readonly action: string | null
  /** The lowest sufficient role; `open` needs no session, undefined is missing in the table. */
  readonly needs: Role | 'open' | undefined
}

/** All entry points of the build in this folder, read from its manifests. */
export function doorsOf(build: string): readonly Door[] {
  const routes: Record<string, string> = JSON.parse(
    readFileSync(path.join(build, 'app-path-routes-manifest.json'), 'utf8'),
  )
  const { node } = JSON.parse(readFileSync(path.join(build, 'server', 'server-reference-manifest.json'), 'utf8'))
  const actions: [string, { exportedName: string; workers: Record<string, unknown> }][] = Object.entries(node)
  return [
    ...Object.entries(routes).flatMap(([file, route]) =>
      file.endsWith('/page') ? pageDoor(route) : routeDoors(route),
    ),
    ...actions.map(([action, { exportedName, workers }]) => actionDoor(action, exportedName, Object.keys(workers))),
  ]
}

function pageDoor(route: string): readonly Door[] {
  // Next.js responds with these pages itself; no client requests them by these names.
  if (route.startsWith('/_')) return []
  return [{ kind: 'page', name: route, method: 'GET', address: filled(route), action: null, needs: PAGES_FOR[route] }]
}

function routeDoors(route: string): readonly Door[] {
  if (route === '/api/v1/[[...path]]') return RESOURCES.flatMap(({ routes }) => routes.map(apiDoor))
  return ['GET', 'POST'].map(method => routeDoor(method, route))
}

function apiDoor({ method, path: declared }: Route): Door {
  return routeDoor(method, `/api/v1${declared.replaceAll(/:(\w+)/g, '[$1]')}`)
}

function routeDoor(method: string, route: string): Door {
  const name = `${method} ${route}`
  return { kind: 'route', name, method, address: filled(route), action: null, needs: ROUTES_FOR[name] }
}

function actionDoor(action: string, name: string, workers: readonly string[]): Door {
  const page = (workers[0] ?? '').replace(/^app|\/page$/g, '').replaceAll(/\/\(\w+\)/g, '')
  return { kind: 'action', name, method: 'POST', address: filled(page), action, needs: ACTIONS_FOR[name] }
}

const VALUES: Readonly<Record<string, string>> = {
  '[kind]': 'CredentialsBinding',
  '[action]': 'release',
  '[seq]': '999999999',
  '[n]': '999999999',
  '[number]': '999999999',
  '[...nextauth]': 'session',
}

/** An address of a route with the names of absent objects, so that a permitted call does no harm. */
function filled(route: string): string {
  return route.replaceAll(/\[[^\]]+\]/g, piece => VALUES[piece] ?? 'there-is-none') || '/'
}

/** The response of an entry point; for a server action, `text` is its result. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Calls an entry point with the usual headers and with arguments that cannot change anything. */
export async function callDoor(url: string, door: Door, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const own: Record<string, string> =
    door.action === null ? {} : { 'next-action': door.action, accept: 'text/x-component' }
  if (door.method !== 'GET') {
    own['content-type'] = door.action === null ? 'application/json' : 'text/plain;charset=UTF-8'
    own.origin = new URL(url).origin
    own['idempotency-key'] = 'of-nothing'
  }
  const body = door.method === 'GET' || door.method === 'DELETE' ? null : door.action === null ? '{}' : '[{},{},{},{}]'
  const leave = new AbortController()
  const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(60_000)])
  const answer = await fetch(url + door.address, {
    method: door.method,
    headers: { ...own, ...headers },
    body,
    redirect: 'manual',
    signal,
  })
  // An event stream does not end by itself.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = isStream ? '' : await answer.text()
  if (isStream) leave.abort()
  return { status: answer.status, headers: answer.headers, text }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, request } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { startLandscape } from '../e2e/support/landscape.ts'
import { NAMESPACE } from '../e2e/support/landscape-accounts.ts'
import { signInByRequest } from '../e2e/support/sign-in.ts'
import type { Bench, Figure } from './bench.ts'
import { p95 } from './lib/percentile.ts'
import { share } from './lib/shared.ts'
import { whenIdle } from './lib/when-idle.ts'
import { worst } from './lib/worst.ts'

/** With two approvals each, enough that one cold request does not determine the 95th percentile. */
const ACCOUNTS = 20
const DIRTY_ACCOUNTS = 12
/** Pause between actions, as between those of a user: Gardener accepts 2.5 writes per second. */
const PAUSE_MS = 1_600

/** Actions on a free account without clusters; it is free at the end. Lifting a quarantine checks no shoots. */
const ROUND: readonly Action[] = ['quarantine', 'lift', 'confirm-clean', 'mark-dirty', 'undo-dirty']

const SHARED = { unit: 'ms', budget: 1_000, process: 'actions' } as const

/** Response times of actions of a console on the demo landscape with 3,000 shoots, each in a separate process. */
export const benches: Bench[] = [
  { ...SHARED, name: 'actions: the slowest at 3,000 shoots, p95', run: async () => (await both())[0] },
  { ...SHARED, name: 'actions: an approval at 3,000 shoots, p95', run: async () => (await both())[1] },
]

/** Measures two consoles with separate accounts concurrently: both pause nearly all of the time. */
const both = share(() =>
  atConsole({}, one => atConsole({ HAP_TWO_PERSON: 'dangerous' }, two => Promise.all([actions(one), approvals(two)]))),
)

async function actions(as: SignedIn): Promise<Figure> {
  const times = new Map<string, number[]>()
  const operator = await as('operator')
  for (const name of await accounts(operator, 'state:free', ACCOUNTS)) {
    for (const action of ROUND) {
      const place = `/api/v1/bindings/CredentialsBinding/${name}/actions/${action}`
      const took = await timed(operator, place, { reason: 'bench' })
      times.set(action, [...(times.get(action) ?? []), took])
    }
  }
  return worst(new Map([...times].map(([action, each]) => [action, p95(each)])))
}

async function approvals(as: SignedIn): Promise<number> {
  const times: number[] = []
  const [operator, admin] = [await as('operator'), await as('admin')]
  for (const name of await accounts(operator, 'state:dirty', DIRTY_ACCOUNTS)) {
    for (const action of ['confirm-clean', 'mark-dirty'] as const)
      times.push(await approved(operator, admin, name, action))
  }
  return p95(times)
}

/** Response time of an admin's approval of a proposed action, in milliseconds. */
async function approved(
  operator: APIRequestContext,
  admin: APIRequestContext,
  name: string,
  action: Action,
): Promise<number> {
  const order = { binding: { kind: 'CredentialsBinding', namespace: NAMESPACE, name }, reason: 'bench' }
  const answer = await operator.post('/api/v1/approvals', { data: { action, order } })
  if (!answer.ok()) throw new Error(`It was not proposed: ${answer.status()} ${await answer.text()}`)
  const { id } = await answer.json()
  return timed(admin, `/api/v1/approvals/${id}/approve`, { reason: 'bench' })
}

type SignedIn = (role: Role) => Promise<APIRequestContext>

async function atConsole<Measured>(
  settings: Readonly<Record<string, string>>,
  measure: (as: SignedIn) => Promise<Measured>,
): Promise<Measured> {
  const landscape = await startLandscape('demo', { HAP_STALE_AFTER: '60', ...settings })
  const contexts: APIRequestContext[] = []
  try {
    await whenIdle(landscape.pid)
    return await measure(async role => {
      const context = await request.newContext({ baseURL: landscape.url })
      contexts.push(context)
      await signInByRequest(context, role)
      return context
    })
  } finally {
    for (const context of contexts) await context.dispose()
    await landscape.stop()
  }
}

async function accounts(context: APIRequestContext, state: string, count: number): Promise<readonly string[]> {
  const answer = await context.get(`/api/v1/bindings?q=${state}+shoots:0+kind:CredentialsBinding&limit=100`)
  const { rows } = await answer.json()
  const alone = rows.filter(({ others }: { others: number }) => others === 0)
  if (alone.length < count) throw new Error(`Only ${alone.length} accounts are ${state} without clusters.`)
  return alone.slice(0, count).map(({ name }: { name: string }) => name)
}

async function timed(context: APIRequestContext, place: string, data: object): Promise<number> {
  await sleep(PAUSE_MS)
  const begun = performance.now()
  const answer = await context.post(place, { data })
  const took = performance.now() - begun
  if (!answer.ok()) throw new Error(`${place}: ${answer.status()} ${await answer.text()}`)
  const { state = 'done', outcome } = await answer.json()
  if (state !== 'done' && state !== 'running') throw new Error(`${place}: ${state} ${outcome}`)
  return took
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson, type Send } from '../api-caller.ts'
import { type Recipes, SAID } from './order.ts'

const Rows = z.object({ rows: z.array(z.object({ kind: z.string(), name: z.string() })) })
const Detail = z.object({
  resourceVersion: z.string(),
  actions: z.array(z.object({ action: z.string(), reason: z.string().nullable() })),
})
const Id = z.object({ id: z.string() })
const Waiting = z.object({ approvals: z.array(Id) })
const Jobs = z.object({ rows: z.array(z.object({ id: z.string(), toRetry: z.number() })) })

interface Target {
  readonly kind: string
  readonly name: string
  readonly seenVersion: string
}

/** The current bindings in a state that permits an action. */
async function targetsFor(send: Send, action: string, state: string): Promise<readonly [Target, ...Target[]]> {
  const found: Target[] = []
  const { rows } = Rows.parse(await readJson(send, `/api/v1/bindings?q=state:${state}&limit=100`))
  for (const { kind, name } of rows) {
    const { resourceVersion, actions } = Detail.parse(await readJson(send, `/api/v1/bindings/${kind}/${name}`))
    if (actions.some(each => each.action === action && each.reason === null))
      found.push({ kind, name, seenVersion: resourceVersion })
  }
  const [first, ...others] = found
  if (first === undefined) throw new Error(`Nothing in state ${state} takes ${action}.`)
  return [first, ...others]
}

async function actionOrder(send: Send) {
  const [{ kind, name, seenVersion }] = await targetsFor(send, 'hold', 'claimed')
  return { path: { kind, name, action: 'hold' }, headers: { 'if-match': `"${seenVersion}"` }, body: SAID }
}

/** A free account; it is dirty afterwards, so its contents may be deleted. */
async function dangerous(send: Send) {
  const [{ kind, name, seenVersion }] = await targetsFor(send, 'mark-dirty', 'free')
  const { namespace } = z
    .object({ namespace: z.string() })
    .parse(await readJson(send, `/api/v1/bindings/${kind}/${name}`))
  return { action: 'mark-dirty', order: { ...SAID, seenVersion, binding: { kind, name, namespace } } }
}

/** Withdraws the waiting proposals of the operator, and makes a new one. */
async function proposedByOperator(send: Send): Promise<string> {
  await withdrawAll(send)
  return Id.parse(await readJson(send, APPROVALS, { method: 'POST', body: await dangerous(send), as: 'operator' })).id
}

const APPROVALS = '/api/v1/approvals'

/** Withdraws each as its proposer: a second equal proposal is refused. */
async function withdrawAll(send: Send): Promise<void> {
  const { approvals } = Waiting.parse(await readJson(send, `${APPROVALS}?state=waiting`, { as: 'admin' }))
  for (const { id } of approvals)
    for (const as of ['admin', 'operator'] as const)
      await (await send(`${APPROVALS}/${id}/withdraw`, { method: 'POST', body: SAID, as })).text()
}

const newKey = () => ({ 'idempotency-key': randomUUID() })
const CLAIM = { plan: 'aws', globalAccount: 'ga-fuzz' }

/** The only account of this pool is claimed. */
const EXHAUSTED = {
  ...{ plan: 'azure', provider: 'azure', platformRegion: 'cf-ch20', hyperscalerRegion: 'switzerlandnorth' },
  globalAccount: 'ga-fuzz',
}

async function newClaim(send: Send, body: object = CLAIM): Promise<string> {
  const call = { method: 'POST', headers: newKey(), body }
  return Id.parse(await readJson(send, '/api/v1/claims', call)).id
}

/** Accounts, single and bulk actions on them, and claims. */
export const ACCOUNT_RECIPES: Recipes = {
  'POST /api/v1/bindings/{kind}/{name}/actions/{action}': actionOrder,
  'POST /api/v1/bindings/{kind}/{name}/actions/{action}/preview': actionOrder,
  'POST /api/v1/claims': async () => ({ headers: newKey(), body: CLAIM }),
  'PATCH /api/v1/claims/{id}': async send => ({
    path: { id: await newClaim(send) },
    body: { cluster: `fuzz-${randomUUID()}` },
  }),
  'POST /api/v1/claims/{id}/cancel': async send => ({ path: { id: await newClaim(send, EXHAUSTED) }, body: SAID }),
  'DELETE /api/v1/claims/{id}': async send => ({ path: { id: await newClaim(send) } }),
  'POST /api/v1/jobs': async send => {
    const [target] = await targetsFor(send, 'hold', 'claimed')
    return { headers: newKey(), body: { ...SAID, action: 'hold', targets: [target] } }
  },
  'POST /api/v1/jobs/offers': async (_, known) => ({ body: { chosen: known.places('/api/v1/bindings') } }),
  'POST /api/v1/jobs/plan': async (_, known) => ({
    body: { action: 'hold', chosen: known.places('/api/v1/bindings'), until: null, retryOf: null },
  }),
  'POST /api/v1/jobs/trial': async send => {
    const [target] = await targetsFor(send, 'hold', 'claimed')
    return { body: { action: 'hold', targets: [target], until: null } }
  },
  'POST /api/v1/jobs/{id}/cancel': async send => {
    const targets = await targetsFor(send, 'hold', 'claimed')
    const body = { ...SAID, action: 'hold', targets }
    const { id } = Id.parse(await readJson(send, '/api/v1/jobs', { method: 'POST', headers: newKey(), body }))
    return { path: { id }, body: {} }
  },
  // The version never existed.
  'POST /api/v1/jobs/{id}/retry': async send => {
    const { rows } = Jobs.parse(await readJson(send, '/api/v1/jobs'))
    const id = rows.find(({ toRetry }) => toRetry > 0)?.id ?? ''
    const left = Rows.parse(await readJson(send, `/api/v1/jobs/${id}?status=to-retry`))
    const seen: Target[] = []
    for (const { kind, name } of left.rows) {
      const { resourceVersion } = Detail.parse(await readJson(send, `/api/v1/bindings/${kind}/${name}`))
      seen.push({ kind, name, seenVersion: resourceVersion })
    }
    return { path: { id }, headers: newKey(), body: { seen } }
  },
  'POST /api/v1/approvals': async send => {
    await withdrawAll(send)
    return { body: await dangerous(send), as: 'admin' }
  },
  'GET /api/v1/approvals/{id}': async send => ({ path: { id: await proposedByOperator(send) } }),
  'POST /api/v1/approvals/{id}/approve': async send => ({
    path: { id: await proposedByOperator(send) },
    body: SAID,
    as: 'admin',
  }),
  'POST /api/v1/approvals/{id}/refuse': async send => ({
    path: { id: await proposedByOperator(send) },
    body: SAID,
    as: 'admin',
  }),
  'POST /api/v1/approvals/{id}/withdraw': async send => ({
    path: { id: await proposedByOperator(send) },
    body: SAID,
    as: 'operator',
  }),
}

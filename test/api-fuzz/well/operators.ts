import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readJson, type Send } from '../api-caller.ts'
import { ACCESS_ORDER, CLUSTER_ORDER, SUBSCRIPTION_ORDER } from '../known-names.ts'
import { type Recipes, SAID } from './order.ts'

const Seen = z.object({ uid: z.string(), generation: z.number() })
const Request = Seen.extend({ row: z.object({ state: z.string() }), unrevoked: z.array(z.string()) })

const newName = () => `fuzz-${randomUUID().slice(0, 8)}`

async function made(send: Send, what: string, spec: object): Promise<string> {
  const name = newName()
  await readJson(send, `/api/v1/operators/${what}`, { method: 'POST', body: { ...SAID, name, spec } })
  return name
}

/** Waits for a created object in the list, which shows it a moment later. */
async function seen(send: Send, what: string, name: string) {
  const { uid, generation } = Seen.parse(await soon(send, `/api/v1/operators/${what}/${name}`, Seen))
  return { uid, generation }
}

async function soon<Of>(send: Send, path: string, schema: z.ZodType<Of>, isIt: (found: Of) => boolean = () => true) {
  const end = Date.now() + MOST_MS
  for (;;) {
    const response = await send(path)
    const found = schema.safeParse(await response.json())
    if (found.success && isIt(found.data)) return found.data
    if (Date.now() > end) throw new Error(`${path} did not reach the requested state.`)
    await sleep(100)
  }
}

const MOST_MS = 60_000

async function deletion(send: Send, what: string, spec: object) {
  const name = await made(send, what, spec)
  return { path: { name }, body: { ...SAID, seen: await seen(send, what, name), confirmed: name } }
}

/** A request with an issued kubeconfig. */
async function issued(send: Send) {
  const name = await made(send, 'kubeconfigs', ACCESS_ORDER)
  const path = `/api/v1/operators/kubeconfigs/${name}`
  const { uid, generation } = await soon(send, path, Request, ({ row }) => row.state === 'issued')
  return { path: { name }, body: { ...SAID, seen: { uid, generation } } }
}

const creation = (spec: object) => async () => ({ body: { ...SAID, name: newName(), spec } })

/** The custom resources of the operators. */
export const OPERATOR_RECIPES: Recipes = {
  'POST /api/v1/operators/clusters': creation(CLUSTER_ORDER),
  'POST /api/v1/operators/clusters/preview': creation(CLUSTER_ORDER),
  'POST /api/v1/operators/clusters/{name}/delete': send => deletion(send, 'clusters', CLUSTER_ORDER),
  'POST /api/v1/operators/subscription-requests': creation(SUBSCRIPTION_ORDER),
  'POST /api/v1/operators/subscription-requests/preview': creation(SUBSCRIPTION_ORDER),
  'POST /api/v1/operators/subscription-requests/{name}/delete': send =>
    deletion(send, 'subscription-requests', SUBSCRIPTION_ORDER),
  'POST /api/v1/operators/kubeconfigs': creation(ACCESS_ORDER),
  'POST /api/v1/operators/kubeconfigs/preview': creation(ACCESS_ORDER),
  'POST /api/v1/operators/kubeconfigs/{name}/delete': issued,
  'POST /api/v1/operators/kubeconfigs/{name}/rotate': issued,
  'POST /api/v1/operators/kubeconfigs/{name}/revoke': issued,
  // No token grants access.
  'POST /api/v1/operators/kubeconfigs/{name}/download': async send => ({ ...(await issued(send)), as: 'admin' }),
  'POST /api/v1/operators/kubeconfigs/revocations': async send => {
    const { path } = await issued(send)
    const { unrevoked } = await soon(send, `/api/v1/operators/kubeconfigs/${path.name}`, Request)
    const { cluster } = ACCESS_ORDER
    return {
      body: { ...SAID, cluster: { namespace: 'kcp-system', name: cluster }, seen: unrevoked, confirmed: cluster },
    }
  },
}

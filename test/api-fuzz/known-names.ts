import { z } from 'zod'
import type { Known } from './inputs.ts'

const Bindings = z.object({ rows: z.array(z.object({ name: z.string() })) })
const Rows = z.object({
  rows: z.array(z.object({ key: z.string().optional(), id: z.string().optional(), name: z.string().optional() })),
})
const Claims = z.object({ claims: z.array(z.object({ id: z.string() })) })

/** Names that are there on a console, for the places of addresses: some hit, and some do not. */
export async function knownNames(read: (path: string) => Promise<unknown>): Promise<Known> {
  const bindings = Bindings.parse(await read('/api/v1/bindings?limit=20'))
  const clusters = Rows.parse(await read('/api/v1/operators/clusters?limit=3'))
  const subscriptions = Rows.parse(await read('/api/v1/operators/subscription-requests?limit=3'))
  const kubeconfigs = Rows.parse(await read('/api/v1/operators/kubeconfigs?limit=3'))
  const accounts = Rows.parse(await read('/api/v1/global-accounts?limit=3'))
  const pools = JSON.stringify(await read('/api/v1/pools')).matchAll(/"key":"([^"]+)"/g)
  const claims = Claims.parse(await read('/api/v1/claims?limit=3'))
  const names = (rows: z.infer<typeof Rows>) => rows.rows.flatMap(({ name }) => name ?? [])
  return {
    name: [
      ...bindings.rows.map(({ name }) => name),
      ...names(clusters),
      ...names(subscriptions),
      ...names(kubeconfigs),
    ],
    key: Array.from(pools, ([, key = '']) => key).slice(0, 5),
    id: [...accounts.rows.flatMap(({ id }) => id ?? []), ...claims.claims.map(({ id }) => id)],
    seq: ['1', '2'],
    number: ['1', '2'],
  }
}

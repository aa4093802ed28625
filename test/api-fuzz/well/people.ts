import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../api-caller.ts'
import { type Recipes, SAID } from './order.ts'

const Id = z.object({ id: z.string() })
const Sessions = z.object({ alive: z.array(z.object({ id: z.string(), role: z.string() })) })

const newToken = () => ({ name: `fuzz ${randomUUID()}`, role: 'viewer', days: 1 })
const newView = () => ({ page: 'bindings', name: `fuzz ${randomUUID()}`, query: 'q=type:aws', shared: false })

async function ownView(send: Parameters<Recipes[string]>[0]) {
  const { id } = Id.parse(await readJson(send, '/api/v1/views', { method: 'POST', body: newView() }))
  return { id }
}

/** Tokens, sessions, views and the landscape. No token creates tokens or ends sessions. */
export const PEOPLE_RECIPES: Recipes = {
  'GET /api/v1/tokens': async () => ({ as: 'admin' }),
  'POST /api/v1/tokens': async () => ({ body: newToken(), as: 'admin' }),
  'DELETE /api/v1/tokens/{id}': async send => {
    const made = await readJson(send, '/api/v1/tokens', { method: 'POST', body: newToken(), as: 'admin' })
    return { path: { id: Id.parse(made).id }, as: 'admin' }
  },
  'POST /api/v1/sessions/{id}/end': async send => {
    const { alive } = Sessions.parse(await readJson(send, '/api/v1/sessions', { as: 'admin' }))
    return { path: { id: alive.find(({ role }) => role === 'viewer')?.id ?? '' }, body: SAID, as: 'admin' }
  },
  'POST /api/v1/landscape/accept': async () => ({ body: SAID }),
  'POST /api/v1/views': async () => ({ body: newView() }),
  'PATCH /api/v1/views/{id}': async send => ({ path: await ownView(send), body: { name: `fuzz ${randomUUID()}` } }),
  'DELETE /api/v1/views/{id}': async send => ({ path: await ownView(send) }),
}

import { z } from 'zod'
import { readJson, type Send } from '../api-caller.ts'
import { type Recipes, SAID } from './order.ts'

const Rules = z.object({ text: z.string() })

const rulesNow = async (send: Send) => Rules.parse(await readJson(send, '/api/v1/rules')).text

/** The version in force, which a change has to name. */
async function versionOf(send: Send, path: string): Promise<Readonly<Record<string, string>>> {
  const response = await send(path)
  await response.text()
  return { 'if-match': response.headers.get('etag') ?? '' }
}

const IMPORTED = 'cluster,plan,platform_region\nfuzz,aws,cf-eu11\n'
const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: '',
  globalAccount: 'ga-1',
}
const MATRIX = {
  plan: ['aws', 'azure'],
  provider: [],
  platformRegion: ['cf-eu11', ''],
  hyperscalerRegion: [],
  globalAccount: ['ga-1'],
}

async function sides(send: Send) {
  const left = { rules: { kind: 'in-force' }, semantics: 'documented' }
  return { left, right: { rules: { kind: 'draft', text: await rulesNow(send) }, semantics: 'keb' } }
}

async function draft(send: Send) {
  return { text: await rulesNow(send), imported: null, population: 'clusters' }
}

async function rows(send: Send) {
  return { body: { ...(await draft(send)), choice: 'all', account: null, offset: 0 } }
}

/** Rules, allowlist and limits, and queries about them. */
export const RULES_RECIPES: Recipes = {
  'PUT /api/v1/allowlist': async send => ({
    headers: await versionOf(send, '/api/v1/allowlist'),
    body: { ...SAID, settings: { allowedGlobalAccounts: ['*'], limits: { default: 3 } } },
  }),
  'POST /api/v1/allowlist/preview': async () => ({ body: { settings: { allowedGlobalAccounts: ['ga-1'] } } }),
  'PUT /api/v1/rules': async send => ({
    headers: await versionOf(send, '/api/v1/rules'),
    body: { ...SAID, document: await rulesNow(send) },
  }),
  'POST /api/v1/rules/check': async send => ({ body: { text: await rulesNow(send) } }),
  'POST /api/v1/rules/config-map': async () => ({ body: { ...SAID, takeOverAt: null } }),
  'POST /api/v1/rules/coverage': async () => ({ body: { imported: IMPORTED } }),
  'POST /api/v1/rules/impact': async send => ({ body: await draft(send) }),
  'POST /api/v1/rules/impact/file': rows,
  'POST /api/v1/rules/impact/rows': rows,
  'POST /api/v1/rules/revisions/{number}/restore': async send => ({
    path: { number: '1' },
    headers: await versionOf(send, '/api/v1/rules'),
    body: SAID,
  }),
  'POST /api/v1/simulator/compare': async send => ({ body: { sides: await sides(send), request: REQUEST } }),
  'POST /api/v1/simulator/compare-matrix': async send => ({ body: { sides: await sides(send), matrix: MATRIX } }),
  'POST /api/v1/simulator/evaluate': async () => ({ body: REQUEST }),
  'POST /api/v1/simulator/links': async () => ({ body: { state: 'plan=aws' } }),
  'POST /api/v1/simulator/matrix': async () => ({ body: { ...MATRIX, semantics: null } }),
}

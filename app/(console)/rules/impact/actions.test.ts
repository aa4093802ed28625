import { beforeEach, expect, test, vi } from 'vitest'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { exportImpact, listImpact, listImpactAccounts, previewImpact } from './actions.ts'

const world = vi.hoisted(() => ({ role: 'viewer', context: vi.fn(), clusters: vi.fn(), queryRaw: vi.fn() }))

vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({
    auth: {},
    clusters: { read: world.clusters },
    store: { db: { $queryRaw: world.queryRaw } },
    context: world.context,
  }),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', async () => {
  const { mayActAs, parseRole } = await import('#lib/auth/roles.ts')
  class NotAuthorisedError extends Error {
    readonly reason = 'signed-out'
  }
  return {
    NotAuthorisedError,
    requireRole: async (_: unknown, needed: 'viewer') => {
      const role = parseRole(world.role)
      if (role === null || !mayActAs(role, needed)) throw new NotAuthorisedError('Sign in.')
      return { id: '3', name: 'vera', role }
    },
  }
})

const { context } = landscapeContext('small')
const shoots = [...context.inventory.shoots()]
const TEXT = context.rules.ruleset.rules
  .map(({ text }) => `- ${text}\n`)
  .join('')
  .replace('- aws\n', '- aws -> S\n')
const QUESTION = { text: TEXT, population: 'clusters', imported: null }
/** Plan and platform region of every shoot; no rule names the region. */
const IMPORTED = `cluster,plan,platform_region\n${shoots.map(({ name }) => `${name},aws,cf-us10\n`).join('')}`

beforeEach(() => {
  world.role = 'viewer'
  world.context.mockReturnValue(context)
  world.clusters.mockResolvedValue(knownClusters([]))
  world.queryRaw.mockResolvedValue([])
})

test('refuses a caller without a session before parsing the input', async () => {
  world.role = 'nobody'
  for (const action of [previewImpact, listImpact, listImpactAccounts, exportImpact])
    expect(await action('nonsense')).toEqual({ kind: 'no-answer', status: 401, reason: 'Sign in.' })
})

test('returns consistent figures, rows and file to a viewer', async () => {
  const question = { ...QUESTION, imported: IMPORTED }
  const answer = await previewImpact(question)
  if (answer.kind !== 'impact') throw new Error(answer.kind)
  const { all, concerns, shares } = answer.view
  expect([all.clusters, shares.plan.import, answer.partial]).toEqual([shoots.length, shoots.length, false])
  const { clusters } = concerns['becomes-shared']
  expect(clusters).toBeGreaterThan(0)
  const choice = 'concern:becomes-shared'
  const rows = { ...question, choice, account: null, offset: 0 }
  expect(await listImpact(rows)).toMatchObject({ kind: 'rows', hits: clusters })
  expect(await listImpact({ ...rows, offset: clusters })).toEqual({ kind: 'rows', rows: [], hits: clusters })
  const file = await exportImpact(rows)
  expect(file.kind === 'file' && file.text.trimEnd().split('\r\n')).toHaveLength(clusters + 1)

  const list = await listImpactAccounts(rows)
  expect(list).toMatchObject({ kind: 'accounts', hits: concerns['becomes-shared'].globalAccounts })
  const [most] = list.kind === 'accounts' ? list.accounts : []
  if (!most) throw new Error('No global account has clusters.')
  const ofOne = { ...rows, account: most.id }
  expect(await listImpact(ofOne)).toMatchObject({ hits: most.clusters })
  const itsFile = await exportImpact(ofOne)
  expect(itsFile.kind === 'file' && itsFile.text.trimEnd().split('\r\n')).toHaveLength(most.clusters + 1)
})

test('reports unknown names in imported plans', async () => {
  const imported = `${IMPORTED}no-such-cluster,awsx,cf eu11\n`
  expect(await previewImpact({ ...QUESTION, imported })).toMatchObject({
    importCheck: {
      clusters: { lines: 1, first: ['no-such-cluster'] },
      plans: { lines: 1, first: ['awsx'] },
      platformRegions: { first: expect.arrayContaining(['cf eu11']) },
    },
  })
  expect(await previewImpact({ ...QUESTION, imported, population: 'requests' })).toMatchObject({ importCheck: null })
  expect(await previewImpact(QUESTION)).toMatchObject({ importCheck: null })
})

test('reports partial figures while the database is unavailable', async () => {
  world.clusters.mockResolvedValue(null)
  expect(await previewImpact(QUESTION)).toMatchObject({ kind: 'impact', partial: true })
})

test('replays requests of the last 30 days', async () => {
  const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: 'x', globalAccount: 'ga' }
  world.queryRaw.mockResolvedValue([{ ...request, claims: 3, at: new Date(context.at) }])
  const question = { ...QUESTION, population: 'requests' }
  expect(await previewImpact(question)).toMatchObject({
    view: { all: { clusters: 3 }, changes: { moved: { clusters: 3 } } },
  })
  const [, since] = world.queryRaw.mock.calls.at(-1) ?? []
  expect(since).toEqual(new Date(context.at - 30 * 24 * 60 * 60 * 1000))
  world.queryRaw.mockRejectedValue(new StoreUnavailableError('The database is down.'))
  expect(await previewImpact(question)).toMatchObject({ kind: 'no-answer', status: 503 })
})

test.each<[string, object | string, object]>([
  ['a draft with errors', { ...QUESTION, text: '- aws(\n' }, { kind: 'invalid' }],
  ['no question', 'nonsense', { kind: 'no-answer', status: 400 }],
  ['another population', { ...QUESTION, population: 'all' }, { kind: 'no-answer', status: 400 }],
  ['more than 1 MB of rules', { ...QUESTION, text: 'x'.repeat(1_048_577) }, { kind: 'no-answer', status: 400 }],
  [
    'unreadable plans',
    { ...QUESTION, imported: 'cluster,plan\nc-1\n' },
    { kind: 'no-answer', status: 400, reason: 'Imported plans: Line 2: has 1 cell instead of 2.' },
  ],
])('refuses %s as a question', async (_what, input, answer) => {
  expect(await previewImpact(input)).toMatchObject(answer)
})

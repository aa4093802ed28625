import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { publishRules, rollBackRules } from '#lib/services/rules/publish-rules.ts'
import type { RulesContext } from '#lib/services/rules/rules-context.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { latestNumber, latestPublication, listPublications } from '#lib/store/publications.ts'
import { testStore } from './test-store.ts'

const ADMIN = { id: 'admin', name: 'admin@example.com', role: 'admin' } as const
const OPERATOR = { id: 'operator', name: 'operator@example.com', role: 'operator' } as const
const PLANS = { ...DEFAULT_PLANS, required: new Set(['aws']) }
const POLICY = policyOf('documented')

async function context(semantics: 'documented' | 'keb' = 'documented'): Promise<RulesContext> {
  const store = await testStore()
  const { ruleset } = Ruleset.from(['aws'], PLANS, POLICY)
  if (!ruleset) throw new Error('the rules are not valid')
  return {
    store,
    audit: new AuditLog(store),
    plans: PLANS,
    policy: policyOf(semantics),
    start: ruleset,
    impact: async after => ({
      counts: [{ impact: 'unchanged', clusters: after.rules.length, globalAccounts: 1 }],
      unknown: 0,
    }),
  }
}

const request = (input: object, user: typeof ADMIN | typeof OPERATOR = ADMIN) => ({
  user,
  requestId: 'r-1',
  input: {
    basedOn: 0,
    document: '# ours\nrule:\n  - aws( PR = cf-eu11 ) -> EU\n  - aws\n',
    cases: null,
    reason: 'EU needs its own',
    ticket: null,
    overrideReason: null,
    overridden: [],
    ...input,
  },
})

const CASES = `
cases:
  - name: Europe stays in Europe
    request: { plan: aws, platformRegion: cf-eu11 }
    expect: { pool: aws · EU }
  - name: the rest is dedicated
    request: { plan: aws }
    expect: { pool: aws }
`

const audit = async ({ store }: RulesContext) =>
  (await listAudit(store.db, {}, { limit: 9 })).map(
    ({ action, actor, outcome, detail }) => `${actor} ${action}, ${outcome}: ${detail}`,
  )

test('publishes rules with their context, and records them', async () => {
  const at = await context()
  const result = await publishRules(at, request({ cases: CASES, ticket: 'OPS-7' }))
  expect(result).toMatchObject({ kind: 'published', publication: { number: 1 } })
  expect(await latestPublication(at.store.db)).toMatchObject({
    number: 1,
    actor: 'admin@example.com',
    role: 'admin',
    reason: 'EU needs its own',
    ticket: 'OPS-7',
    document: '# ours\nrule:\n  - aws( PR = cf-eu11 ) -> EU\n  - aws\n',
    texts: ['aws(PR=cf-eu11) -> EU', 'aws'],
    replaced: ['aws'],
    restores: null,
    impact: { counts: [{ impact: 'unchanged', clusters: 2 }] },
    cases: [
      { name: 'Europe stays in Europe', passed: true },
      { name: 'the rest is dedicated', passed: true },
    ],
    overrideReason: null,
  })
  expect(await listAudit(at.store.db, {}, { limit: 9 })).toMatchObject([
    {
      action: 'publish rules',
      targets: ['Rules'],
      outcome: 'accepted',
      detail: 'Revision 1.',
      before: { rules: ['aws'] },
      wanted: { rules: ['aws(PR=cf-eu11) -> EU', 'aws'] },
      reason: 'EU needs its own',
      requestId: 'r-1',
    },
  ])
})

test('publishes nothing over a newer revision, and returns both', async () => {
  const at = await context()
  await publishRules(at, request({}))
  await publishRules(at, request({ basedOn: 1, document: '[aws, gcp]' }))
  const late = await publishRules(at, request({ basedOn: 1, document: '[aws, azure]' }))
  expect(late).toMatchObject({ kind: 'conflict', base: { number: 1 }, current: { number: 2, texts: ['aws', 'gcp'] } })
  const later = await publishRules(at, request({ document: '[aws, azure]' }))
  expect(later).toMatchObject({ kind: 'conflict', base: null, current: { number: 2 } })
  expect((await audit(at))[1]).toBe(
    'admin@example.com publish rules, refused: Revision 1 is no longer in force; revision 2 is.',
  )
  expect(await latestNumber(at.store.db)).toBe(2)
})

test('publishes one revision when a request is sent twice, as by a double click or after a lost response', async () => {
  const at = await context()
  const both = await Promise.all([publishRules(at, request({})), publishRules(at, request({}))])
  expect(both).toMatchObject([
    { kind: 'published', publication: { number: 1 } },
    { kind: 'published', publication: { number: 1 } },
  ])
  expect(await latestNumber(at.store.db)).toBe(1)
  for (const change of [{ reason: 'another one' }, { cases: CASES }]) {
    const other = await publishRules(at, request(change))
    expect(other).toMatchObject({ kind: 'conflict', current: { number: 1 } })
  }
})

test('refuses failing cases by name, and publishes them with an override reason', async () => {
  const at = await context()
  const order = { document: '[aws]', cases: CASES }
  expect(await publishRules(at, request(order))).toMatchObject({
    kind: 'failing',
    cases: [{ name: 'Europe stays in Europe', passed: false, expected: 'pool aws · EU' }],
  })
  for (const overrideReason of ['  ', '\u200b', '\u2800'])
    expect(
      await publishRules(at, request({ ...order, overrideReason, overridden: ['Europe stays in Europe'] })),
    ).toMatchObject({ kind: 'failing' })
  expect(await latestNumber(at.store.db)).toBe(0)
  expect((await audit(at))[0]).toContain('refused: A case fails: "Europe stays in Europe".')
  const overrideReason = 'cf-eu11 is closed'
  const unseen = await publishRules(at, request({ ...order, overrideReason, overridden: ['the rest is dedicated'] }))
  expect(unseen).toMatchObject({ kind: 'failing', cases: [{ name: 'Europe stays in Europe' }] })
  const forced = await publishRules(at, request({ ...order, overrideReason, overridden: ['Europe stays in Europe'] }))
  expect(forced).toMatchObject({
    kind: 'published',
    publication: { overrideReason: 'cf-eu11 is closed', cases: [{ passed: false }, { passed: true }] },
  })
  expect((await audit(at))[0]).toContain(
    'accepted: Revision 1. A case fails: "Europe stays in Europe". Overridden: cf-eu',
  )
})

test('applies pinned cases to the next revision, unless it brings its own', async () => {
  const at = await context()
  await publishRules(at, request({ cases: CASES }))
  const next = { basedOn: 1, document: '[aws]' }
  expect(await publishRules(at, request(next))).toMatchObject({ kind: 'failing', cases: [{ passed: false }] })
  expect(await publishRules(at, request({ ...next, cases: '' }))).toMatchObject({
    publication: { pinned: '', cases: [] },
  })
  expect((await audit(at))[0]).toBe(
    'admin@example.com publish rules, accepted: Revision 2. 2 pinned cases removed: "Europe stays in Europe", "the rest is dedicated".',
  )
  expect(await publishRules(at, request({ basedOn: 2 }))).toMatchObject({ kind: 'published' })
})

test.each(['\0', '\ud83d'])('publishes cases with a character that the database cannot store: %j', async letter => {
  const at = await context()
  const one = { name: `a${letter}`, request: { plan: `b${letter}` }, expect: { selector: `c${letter}` } }
  const order = { cases: JSON.stringify({ cases: [one] }), overrideReason: 'a trial', overridden: [one.name] }
  expect(await publishRules(at, request(order))).toMatchObject({
    kind: 'published',
    publication: { cases: [{ name: 'a\ufffd', passed: false, expected: 'selector c\ufffd' }] },
  })
})

test('ignores an override reason when no case fails', async () => {
  const at = await context()
  const result = await publishRules(at, request({ cases: CASES, overrideReason: 'to be sure' }))
  expect(result).toMatchObject({ publication: { overrideReason: null } })
})

test('publishes an older revision again, unchanged, and names it', async () => {
  const at = await context()
  await publishRules(at, request({}))
  await publishRules(at, request({ basedOn: 1, document: '[aws, gcp]' }))
  const back = await rollBackRules(at, request({ basedOn: 2, number: 1, reason: 'gcp is full' }))
  expect(back).toMatchObject({
    kind: 'published',
    publication: { number: 3, restores: 1, texts: ['aws(PR=cf-eu11) -> EU', 'aws'], replaced: ['aws', 'gcp'] },
  })
  const all = await listPublications(at.store.db, 9)
  expect(all[0]?.document).toBe(all[2]?.document)
  expect((await audit(at))[0]).toBe('admin@example.com roll back rules, accepted: Revision 3, the rules of revision 1.')
})

test.each([
  ['the one in force', { basedOn: 1, number: 1 }, 'Revision 1 is already in force.'],
  ['an unknown revision', { basedOn: 1, number: 7 }, 'There is no revision 7.'],
  ['no number', { basedOn: 1 }, 'number'],
])('refuses a rollback to %s', async (_, input, message) => {
  const at = await context()
  await publishRules(at, request({}))
  const result = await rollBackRules(at, request(input))
  expect(result).toMatchObject({ kind: 'invalid', problems: [expect.stringContaining(message)] })
  expect(await latestNumber(at.store.db)).toBe(1)
})

test('refuses a rollback to rules that do not fit the current plans', async () => {
  const at = await context()
  await publishRules(at, request({ document: '[aws, gcp]' }))
  await publishRules(at, request({ basedOn: 1 }))
  const { gcp: _, ...others } = Object.fromEntries(PLANS.byName)
  const without = { ...at, plans: { ...PLANS, byName: new Map(Object.entries(others)) } }
  const result = await rollBackRules(without, request({ basedOn: 2, number: 1 }))
  expect(result).toMatchObject({ kind: 'invalid', problems: [expect.stringContaining('gcp')] })
})

test('refuses and records a publication by an operator', async () => {
  const at = await context()
  await expect(publishRules(at, request({}, OPERATOR))).rejects.toThrow('Requires the admin role')
  await expect(rollBackRules(at, request({ number: 1 }, OPERATOR))).rejects.toThrow('Requires the admin role')
  expect(await audit(at)).toEqual([
    'operator@example.com roll back rules, refused: Requires the admin role.',
    'operator@example.com publish rules, refused: Requires the admin role.',
  ])
  expect(await latestNumber(at.store.db)).toBe(0)
})

test.each([
  ['no reason', { reason: ' ' }, 'a reason is required'],
  ['a NUL in the reason', { reason: 'a\0b' }, 'cannot be shown'],
  ['a number that is none', { basedOn: -1 }, 'basedOn'],
  ['a rule that is none', { document: '- aws\n- aws(XX=1)\n' }, 'Line 2:'],
  ['rules that are ambiguous', { document: '[aws, aws(PR=a), aws(HR=b)]' }, 'Line 1:'],
  ['a plan without a rule', { document: '[gcp]' }, 'aws'],
  ['no rules', { document: 'rule: []' }, 'rule'],
  ['no YAML', { document: 'rule: [' }, 'Line 1:'],
  ['no document', { document: '' }, 'empty'],
  ['a document of another size', { document: `# ${'x'.repeat(1 << 20)}` }, 'document'],
  [
    'as much as is too much together',
    { document: `# ${'x'.repeat(1_000_000)}\n- aws`, cases: `# ${'x'.repeat(1_000_000)}` },
    'more than 1.95 MB together',
  ],
  ['cases that are none', { cases: 'cases: 7' }, 'Cases, line 1:'],
])('refuses and records %s with a message', async (_, input, message) => {
  const at = await context()
  const result = await publishRules(at, request(input))
  expect(result).toMatchObject({ kind: 'invalid', problems: [expect.stringContaining(message)] })
  expect((await audit(at))[0]).toMatch(/refused: Not valid: /)
  expect(await latestNumber(at.store.db)).toBe(0)
})

test.each(['aws(PR=a->b)', 'aws(PR=a\0)', 'aws(PR=a\ud83d)'])(
  'refuses a rule that would be read differently: %j',
  async rule => {
    const at = await context('keb')
    const result = await publishRules(at, request({ document: JSON.stringify(['aws', rule]) }))
    expect(result.kind).toBe('invalid')
  },
)

test('publishes nothing when the audit log cannot be written', async () => {
  const at = await context()
  await at.store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  await expect(publishRules(at, request({}))).rejects.toThrow('no change is allowed')
  expect(await latestNumber(at.store.db)).toBe(0)
})

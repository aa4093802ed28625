import { describe, expect, test } from 'vitest'
import { AUDIT_COLUMNS } from '#app/(console)/audit/audit-entries.tsx'
import { getAuditEntry } from '#lib/queries/audit/audit-entry.ts'
import { countAuditNews, exportAudit, listActions } from '#lib/queries/audit/list-audit.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const OPERATOR = { name: 'operator', role: 'operator' }
const NOW = Date.now()
const shown = (labels: Record<string, string>) => ({ labels, annotations: {}, resourceVersion: '1' })
const DRAFT = {
  actor: OPERATOR,
  action: 'mark-dirty',
  targets: ['CredentialsBinding/garden/aws-1'],
  ticket: null,
  requestId: 'r-1',
  before: shown({ tenantName: 'ga-1' }),
  after: shown({ tenantName: 'ga-1', dirty: 'true' }),
}

async function withActions(count: number): Promise<{ readonly store: Store; readonly log: AuditLog }> {
  const store = await testStore()
  const log = new AuditLog(store)
  await Promise.all(Array.from({ length: count }, (_, n) => log.intent({ ...DRAFT, reason: `number ${n}` })))
  return { store, log }
}

type Asked = Pick<Parameters<typeof listActions>[1], 'q' | 'sort'>

async function allPages(
  db: Db,
  asked: Asked,
  limit: number,
  between: () => Promise<unknown>,
): Promise<readonly string[]> {
  const reasons: string[] = []
  let page = await listActions(db, { ...asked, upTo: null, before: null, limit }, NOW)
  const { upTo } = page
  for (;;) {
    reasons.push(...page.rows.map(({ reason }) => reason ?? ''))
    if (page.next === null) return reasons
    await between()
    page = await listActions(db, { ...asked, upTo: BigInt(upTo), before: BigInt(page.next), limit }, NOW)
    expect([page.hits, page.of]).toEqual([null, null])
  }
}

describe('pages', () => {
  test.each([{ q: '' }, { q: 'reason:number' }, { q: 'reason:number', sort: 'at' }])(
    'of %j follow each other without a gap or a repeat while new actions arrive',
    async asked => {
      const { store, log } = await withActions(23)
      const reasons = await allPages(store.db, asked, 5, () => log.refused({ ...DRAFT, reason: 'number X' }, 'no'))
      expect(reasons.toSorted()).toEqual(Array.from({ length: 23 }, (_, n) => `number ${n}`).toSorted())
    },
  )

  test.each([
    ['', ['third', 'second', 'first']],
    ['-at', ['third', 'second', 'first']],
    ['at', ['first', 'second', 'third']],
  ])('sorted by "%s" have that order, and so does their file', async (sort, expected) => {
    const { store, log } = await withActions(0)
    for (const reason of ['first', 'second', 'third']) await log.intent({ ...DRAFT, reason })
    expect(await allPages(store.db, { q: '', sort }, 2, async () => {})).toEqual(expected)
    const request = { q: '', sort, upTo: null, cols: 'reason', format: 'json' } as const
    const file = await exportAudit(store.db, request, NOW)
    if ('refused' in file) throw new Error(file.refused)
    let text = ''
    for await (const part of file.parts) text += part
    expect(JSON.parse(text).map(({ reason }: { reason: string }) => reason)).toEqual(expected)
  })

  test('show the numbers of actions and matches, and match nothing for an invalid search', async () => {
    const { store, log } = await withActions(4)
    await log.refused({ ...DRAFT, reason: 'not today' }, 'It is on hold.')
    const ask = (q: string, limit = 2) => listActions(store.db, { q, upTo: null, before: null, limit }, NOW)
    expect(await ask('')).toMatchObject({ hits: 5, of: 5, errors: [] })
    expect(await ask('outcome:refused')).toMatchObject({
      hits: 1,
      of: 5,
      next: null,
      rows: [{ detail: 'It is on hold.' }],
    })
    expect(await ask('outcome:open')).toMatchObject({ hits: 4, of: 5 })
    expect(await ask('outcom:open')).toMatchObject({ hits: 0, of: 5, rows: [], errors: [{ code: 'unknown-field' }] })
    expect(await ask('outcome:failed')).toMatchObject({ hits: 0, of: 5, rows: [] })
  })

  test('count newer actions that match, and unknown outcomes', async () => {
    const { store, log } = await withActions(2)
    const { upTo } = await listActions(store.db, { q: '', upTo: null, before: null, limit: 9 }, NOW)
    const news = (q: string) => countAuditNews(store.db, q, BigInt(upTo), NOW)
    expect(await news('')).toEqual({ end: upTo, newer: 0, unknown: 0 })
    await log.refused({ ...DRAFT, reason: 'newer' }, 'no')
    expect(await news('')).toEqual({ end: '4', newer: 1, unknown: 0 })
    expect(await news('outcome:open')).toMatchObject({ newer: 0 })
    expect(await news('outcom:open')).toMatchObject({ newer: 0 })
    await closeAbandoned(store, new Date(Date.now() + 60_000))
    expect(await news('')).toMatchObject({ unknown: 2 })
  })
})

test('finds an action by its intent and by each outcome, with all its details', async () => {
  const { store, log } = await withActions(1)
  await closeAbandoned(store, new Date(Date.now() + 60_000))
  await log.outcome({
    intent: 1n,
    actor: OPERATOR,
    outcome: 'accepted',
    detail: 'The label is there.',
    after: shown({ dirty: 'true' }),
  })
  for (const seq of [1n, 2n, 3n]) {
    expect(await getAuditEntry(store.db, seq)).toMatchObject({
      row: { seq: '1', outcome: 'accepted', change: 'dirty true, tenantName removed', claimed: null },
      requestId: 'r-1',
      diff: [
        { change: 'added', key: 'dirty' },
        { change: 'removed', key: 'tenantName' },
      ],
      moreLines: 0,
      outcomes: [
        { seq: '2', outcome: 'unknown', actor: 'hap-console' },
        { seq: '3', outcome: 'accepted', actor: 'operator', detail: 'The label is there.' },
      ],
    })
  }
  expect(await getAuditEntry(store.db, 4n)).toBeNull()
})

describe('an export', () => {
  const read = async (store: Store, q: string, format: 'csv' | 'json', upTo: bigint | null = null) => {
    const file = await exportAudit(store.db, { q, upTo, cols: '', format }, NOW)
    if ('refused' in file) return file.refused
    let text = ''
    for await (const part of file.parts) text += part
    return text
  }

  test('contains every action of the view over several reads, and no later one', async () => {
    const { store, log } = await withActions(1_203)
    await log.refused({ ...DRAFT, reason: 'too late' }, 'no')
    const rows = JSON.parse(await read(store, '', 'json', 1_203n))
    expect(rows.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(
      Array.from({ length: 1_203 }, (_, n) => `number ${n}`).toSorted(),
    )
    expect(rows[0]).toMatchObject({
      outcome: 'open',
      before: DRAFT.before,
      wanted: DRAFT.after,
      at: expect.stringMatching(/Z$/),
    })
    expect((await read(store, '', 'csv', 1_203n)).trimEnd().split('\r\n')).toHaveLength(1_204)
  })

  test('has every column of the list, and from other columns only the selected ones', async () => {
    const { store } = await withActions(1)
    const head = async (cols: string) => {
      const file = await exportAudit(store.db, { q: '', upTo: null, cols, format: 'csv' }, NOW)
      if ('refused' in file) throw new Error(file.refused)
      let text = ''
      for await (const part of file.parts) text += part
      return text.split('\r\n', 1)[0]?.split(',') ?? []
    }
    const all = await head('')
    const ids = AUDIT_COLUMNS.map(({ id }) => id)
    for (const id of ids) {
      const own = await head(id)
      expect(own, id).not.toEqual([''])
      expect(all, id).toEqual(expect.arrayContaining([...own]))
    }
    expect(await head(ids.join(','))).toEqual(
      'entry at actor role action targets reason ticket outcome detail before wanted result wrote actor_issuer actor_subject'.split(
        ' ',
      ),
    )
    await expect(head('action,account')).rejects.toThrow('The list has no column "account".')
  })

  test('quotes formulas in CSV as text', async () => {
    const { store, log } = await withActions(0)
    await log.refused(
      { ...DRAFT, reason: '=HYPERLINK("http://x","y")', ticket: '+1', before: null, after: null },
      '@no',
    )
    const [head, line] = (await read(store, 'outcome:refused', 'csv')).split('\r\n')
    expect(head).toMatch(/^entry,at,actor,role,action,targets,reason,ticket,outcome,/)
    expect(line).toMatch(
      /^1,[^,]+Z,operator,operator,mark-dirty,CredentialsBinding\/garden\/aws-1,"'=HYPERLINK\(""http:\/\/x"",""y""\)",'\+1,refused,[^,]+Z,'@no,r-1,,,,,2,[0-9a-f]{64},,$/,
    )
  })

  test('shows issuer and subject beside the name', async () => {
    const { store, log } = await withActions(0)
    const identity = { issuer: 'https://idp.example.com/', subject: 'u-1' }
    await log.refused({ ...DRAFT, reason: null, actor: { name: 'Ada', role: 'admin', identity } }, 'no')
    const [head, line] = (await read(store, '', 'csv')).split('\r\n')
    expect(head?.split(',').slice(-2)).toEqual(['actor_issuer', 'actor_subject'])
    expect(line?.split(',').slice(-2)).toEqual(['https://idp.example.com/', 'u-1'])
    expect(JSON.parse(await read(store, '', 'json'))).toMatchObject([
      { actor: 'Ada', actorIssuer: 'https://idp.example.com/', actorSubject: 'u-1' },
    ])
    const { rows } = await listActions(store.db, { q: '', upTo: null, before: null, limit: 5 }, NOW)
    expect(rows).toMatchObject([{ actorIssuer: 'https://idp.example.com/', actorSubject: 'u-1' }])
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  })

  test('is an empty list without matches, and a message for an invalid search', async () => {
    const { store } = await withActions(1)
    expect(JSON.parse(await read(store, 'outcome:failed', 'json'))).toEqual([])
    expect(await read(store, 'outcom:failed', 'json')).toMatch(/^Unknown field outcom\. Did you mean outcome\?/)
  })
})

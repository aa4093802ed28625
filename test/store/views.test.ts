import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { MAX_SHARED_VIEWS } from '#lib/search/list-part.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { createSharingLimit, MAX_SHARED_CHANGES } from '#lib/services/views/sharing-limit.ts'
import { changeView, createView, deleteView, MAX_VIEWS, viewsOf } from '#lib/services/views/views.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { testStore } from './test-store.ts'

const vera: User = { id: 'viewer', name: 'Vera Viewer', role: 'viewer' }
const omar: User = { id: 'operator', name: 'Omar Operator', role: 'operator' }
const ada: User = { id: 'admin', name: 'Ada Admin', role: 'admin' }

/** Knows one page, and does not change its queries. */
const queryOf = (page: string, text: string) => {
  if (page !== 'bindings') throw new RefusedError(400, 'page: no list')
  return text
}

const VIEW = { page: 'bindings', name: 'Stuck', query: 'q=stuck' }

async function kit() {
  const store = await testStore()
  const mayChangeShared = createSharingLimit(() => 0)
  const context = { store, audit: new AuditLog(store), requestId: 'r-1', mayChangeShared, queryOf }
  const names = async (user: User) => (await viewsOf(context, user, 'bindings')).map(({ name }) => name)
  const entries = async () =>
    (await listAudit(store.db, {}, { limit: 99 })).map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`)
  return { context, names, entries }
}

const refused = (status: number) => expect.objectContaining({ name: 'RefusedError', status })

test('lists one’s own views and the shared ones of a page', async () => {
  const { context, names } = await kit()
  await createView(context, vera, VIEW)
  await createView(context, omar, { ...VIEW, name: ' Dirty ', shared: true })
  expect(await names(vera)).toEqual(['Stuck', 'Dirty'])
  expect(await names(omar)).toEqual(['Dirty'])
  expect(await names(ada)).toEqual(['Dirty'])
  expect(await viewsOf(context, vera, 'pools')).toEqual([])
})

test('lists all of one’s own views, regardless of the number of shared ones', async () => {
  const { context, names } = await kit()
  await createView(context, vera, { ...VIEW, name: 'Zones' })
  const data = Array.from({ length: MAX_SHARED_VIEWS + 1 }, (_, n) => ({
    ...VIEW,
    id: `v-${n}`,
    name: `A ${String(n).padStart(3, '0')}`,
    owner: `o-${n}`,
    ownerName: 'Another user',
    shared: true,
  }))
  await context.store.db.savedView.createMany({ data })
  const seen = await names(vera)
  expect(seen).toHaveLength(MAX_SHARED_VIEWS + 1)
  expect([seen[0], seen[1], seen.at(-1)]).toEqual(['Zones', 'A 000', 'A 499'])
})

test('a user who changes shared views too often is refused, and fills the audit log no further', async () => {
  const { context, entries } = await kit()
  const { id } = await createView(context, vera, { ...VIEW, shared: true })
  for (let count = 1; count < MAX_SHARED_CHANGES; count++)
    await changeView(context, vera, { id, input: { query: `q=${count}` } })
  for (let count = 0; count < 40; count++)
    await expect(changeView(context, vera, { id, input: { query: 'q=x' } })).rejects.toEqual(refused(429))
  await expect(createView(context, vera, { ...VIEW, shared: true })).rejects.toEqual(refused(429))
  await changeView(context, omar, { id: (await createView(context, omar, VIEW)).id, input: { shared: true } })
  await createView(context, vera, { ...VIEW, name: 'Private' })
  expect((await entries()).filter(entry => entry.endsWith('accepted'))).toHaveLength(MAX_SHARED_CHANGES + 1)
  expect((await entries()).filter(entry => entry.endsWith('refused'))).toHaveLength(11)
})

test('only the owner changes a view; others are refused, and do not learn of private views', async () => {
  const { context, names } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await expect(changeView(context, ada, { id, input: { name: 'Mine' } })).rejects.toEqual(refused(404))
  await expect(deleteView(context, ada, id)).rejects.toEqual(refused(404))
  expect(
    await changeView(context, vera, { id, input: { name: 'Late', query: 'q=dirty', shared: true } }),
  ).toMatchObject({
    name: 'Late',
    query: 'q=dirty',
    shared: true,
  })
  await expect(changeView(context, ada, { id, input: { name: 'Mine' } })).rejects.toEqual(refused(403))
  await expect(deleteView(context, omar, id)).rejects.toEqual(refused(403))
  await deleteView(context, ada, id)
  expect(await names(vera)).toEqual([])
  await expect(deleteView(context, vera, id)).rejects.toEqual(refused(404))
})

test('a name is unique per user and page', async () => {
  const { context } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await createView(context, omar, VIEW)
  await createView(context, vera, { ...VIEW, name: 'Other' })
  await expect(createView(context, vera, VIEW)).rejects.toEqual(refused(409))
  await expect(changeView(context, vera, { id, input: { name: 'Other' } })).rejects.toEqual(refused(409))
})

test.each([
  [{}, 'page'],
  [{ ...VIEW, name: '  ' }, 'name'],
  [{ ...VIEW, name: 'x'.repeat(61) }, 'name'],
  [{ ...VIEW, name: '\u200b\u2800' }, 'name'],
  [{ ...VIEW, name: 'two\nlines' }, 'name'],
  [{ ...VIEW, name: 'turned \u202e' }, 'name'],
  [{ ...VIEW, page: '//evil.example' }, 'page'],
  [{ ...VIEW, shared: 'yes' }, 'shared'],
  [{ ...VIEW, owner: 'admin' }, 'owner'],
  ['text', 'view'],
])('refuses %j', async (input, place) => {
  const { context } = await kit()
  await expect(createView(context, vera, input)).rejects.toThrow(place)
})

test('refuses a change without content, or of an unknown view', async () => {
  const { context } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await expect(changeView(context, vera, { id, input: {} })).rejects.toEqual(refused(400))
  await expect(changeView(context, vera, { id, input: { page: 'pools' } })).rejects.toEqual(refused(400))
  await expect(changeView(context, vera, { id: 'no\u0000id', input: { name: 'x' } })).rejects.toEqual(refused(404))
})

test('refuses to rename a view that another tab deletes', async () => {
  const { context } = await kit()
  for (const shared of [false, true]) {
    const { id } = await createView(context, vera, { ...VIEW, shared })
    const deleting = deleteView(context, vera, id)
    const renaming = Array.from({ length: 5 }, (_, n) =>
      changeView(context, vera, { id, input: { name: `Late ${n}` } }),
    )
    const outcomes = await Promise.allSettled([deleting, ...renaming])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'RefusedError' })
    const late = changeView(context, vera, { id, input: { name: 'Later' } })
    await expect(late).rejects.toMatchObject({ name: 'RefusedError' })
  }
})

test.each([
  [true, false],
  [false, true],
])(
  'keeps a view (shared: %s) whose sharing changes to %s during its deletion, and refuses the deletion',
  async (was, is) => {
    const { context, names } = await kit()
    const { store } = context
    const { id } = await createView(context, vera, { ...VIEW, shared: was })
    const deleting = { ...context, store: { ...store, transaction: changedBefore(store, id, is) } as typeof store }
    await expect(deleteView(deleting, was ? ada : vera, id)).rejects.toEqual(refused(409))
    expect(await names(vera)).toEqual(['Stuck'])
  },
)

/** Transactions of a store in which another client changes the sharing of a view right before. */
function changedBefore(store: Awaited<ReturnType<typeof testStore>>, id: string, shared: boolean) {
  const transaction: typeof store.transaction = async (...args) => {
    await store.db.savedView.update({ where: { id }, data: { shared }, select: { id: true } })
    return store.transaction(...args)
  }
  return transaction
}

test('limits the views of a user on a page, also for simultaneous requests', async () => {
  const { context } = await kit()
  const asked = Array.from({ length: MAX_VIEWS + 3 }, (_, n) =>
    createView(context, vera, { ...VIEW, name: `View ${n}` }),
  )
  const created = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
  expect(created).toHaveLength(MAX_VIEWS)
  await expect(createView(context, vera, VIEW)).rejects.toEqual(refused(409))
  await createView(context, omar, VIEW)
})

test('the audit log contains changes of shared views and refusals, but no changes of private views', async () => {
  const { context, entries } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await changeView(context, vera, { id, input: { name: 'Late' } })
  await deleteView(context, vera, id)
  expect(await entries()).toEqual([])
  const shared = await createView(context, vera, { ...VIEW, shared: true })
  await expect(createView(context, vera, { ...VIEW, shared: true })).rejects.toEqual(refused(409))
  await changeView(context, vera, { id: shared.id, input: { query: 'q=dirty' } })
  await changeView(context, vera, { id: shared.id, input: { shared: false } })
  await changeView(context, vera, { id: shared.id, input: { shared: true } })
  await expect(changeView(context, omar, { id: shared.id, input: { name: 'Mine' } })).rejects.toEqual(refused(403))
  await expect(deleteView(context, omar, shared.id)).rejects.toEqual(refused(403))
  await deleteView(context, ada, shared.id)
  expect(await entries()).toEqual([
    'Ada Admin delete view accepted',
    'Omar Operator delete view refused',
    'Omar Operator change view refused',
    'Vera Viewer share view accepted',
    'Vera Viewer unshare view accepted',
    'Vera Viewer change view accepted',
    'Vera Viewer share view refused',
    'Vera Viewer share view accepted',
  ])
  const [last] = await listAudit(context.store.db, { target: `View/${shared.id}`, outcome: 'accepted' }, { limit: 1 })
  expect(last).toMatchObject({ requestId: 'r-1', before: { name: 'Stuck', owner: 'Vera Viewer', query: 'q=dirty' } })
})

test('records every refused attempt with its reason, also on private views', async () => {
  const { context, entries } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await createView(context, vera, { ...VIEW, name: 'Other' })
  const attempts: readonly [() => Promise<unknown>, number][] = [
    [() => createView(context, vera, 'text'), 400],
    [() => createView(context, vera, { ...VIEW, page: '//evil.example' }), 400],
    [() => createView(context, vera, VIEW), 409],
    [() => changeView(context, vera, { id, input: {} }), 400],
    [() => changeView(context, vera, { id, input: { name: 'Other' } }), 409],
    [() => changeView(context, ada, { id, input: { name: 'Mine' } }), 404],
    [() => deleteView(context, vera, 'x'.repeat(5_000)), 404],
  ]
  for (const [attempt, status] of attempts) await expect(attempt()).rejects.toEqual(refused(status))
  expect((await entries()).toSorted()).toEqual([
    'Ada Admin change view refused',
    'Vera Viewer change view refused',
    'Vera Viewer change view refused',
    'Vera Viewer delete view refused',
    'Vera Viewer save view refused',
    'Vera Viewer save view refused',
    'Vera Viewer save view refused',
  ])
  const details = (await listAudit(context.store.db, {}, { limit: 99 })).map(({ detail }) => detail)
  expect(details).toContain('There is no such view.')
  expect(details).toContain('You already have a view with this name. Choose another name, or replace that view.')
})

test('does not change a shared view when the audit log cannot be written', async () => {
  const { context, names } = await kit()
  const { id } = await createView(context, vera, { ...VIEW, shared: true })
  await context.store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  await expect(deleteView(context, ada, id)).rejects.toMatchObject({ name: 'AuditError' })
  await expect(createView(context, omar, { ...VIEW, shared: true })).rejects.toMatchObject({ name: 'AuditError' })
  expect(await names(omar)).toEqual(['Stuck'])
})

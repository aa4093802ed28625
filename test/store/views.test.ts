import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { MAX_SHARED_VIEWS } from '#lib/search/list-part.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { changeView, createView, deleteView, MAX_VIEWS, viewsOf } from '#lib/services/views/views.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { testStore } from './test-store.ts'

const vera: User = { id: 'viewer', name: 'Vera Viewer', role: 'viewer' }
const omar: User = { id: 'operator', name: 'Omar Operator', role: 'operator' }
const ada: User = { id: 'admin', name: 'Ada Admin', role: 'admin' }

/** Knows one page, and leaves its queries as they are. */
const queryOf = (page: string, text: string) => {
  if (page !== 'bindings') throw new RefusedError(400, 'page: no list')
  return text
}

const VIEW = { page: 'bindings', name: 'Stuck', query: 'q=stuck' }

async function kit() {
  const store = await testStore()
  const context = { store, audit: new AuditLog(store), requestId: 'r-1', queryOf }
  const names = async (user: User) => (await viewsOf(context, user, 'bindings')).map(({ name }) => name)
  const entries = async () =>
    (await listAudit(store.db, {}, { limit: 99 })).map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`)
  return { context, names, entries }
}

const refused = (status: number) => expect.objectContaining({ name: 'RefusedError', status })

test('one sees one’s own views and those that others share, of the page asked for', async () => {
  const { context, names } = await kit()
  await createView(context, vera, VIEW)
  await createView(context, omar, { ...VIEW, name: ' Dirty ', shared: true })
  expect(await names(vera)).toEqual(['Stuck', 'Dirty'])
  expect(await names(omar)).toEqual(['Dirty'])
  expect(await names(ada)).toEqual(['Dirty'])
  expect(await viewsOf(context, vera, 'pools')).toEqual([])
})

test('one’s own views are all there, however many others share', async () => {
  const { context, names } = await kit()
  await createView(context, vera, { ...VIEW, name: 'Zones' })
  const data = Array.from({ length: MAX_SHARED_VIEWS + 1 }, (_, n) => ({
    ...VIEW,
    id: `v-${n}`,
    name: `A ${String(n).padStart(3, '0')}`,
    owner: `o-${n}`,
    ownerName: 'Somebody',
    shared: true,
  }))
  await context.store.db.savedView.createMany({ data })
  const seen = await names(vera)
  expect(seen).toHaveLength(MAX_SHARED_VIEWS + 1)
  expect([seen[0], seen[1], seen.at(-1)]).toEqual(['Zones', 'A 000', 'A 499'])
})

test('who made a view changes it; others are refused, and of what is not shared they hear nothing', async () => {
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

test('a name is one’s own once on a page', async () => {
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

test('a change says what is to change, of a view there is', async () => {
  const { context } = await kit()
  const { id } = await createView(context, vera, VIEW)
  await expect(changeView(context, vera, { id, input: {} })).rejects.toEqual(refused(400))
  await expect(changeView(context, vera, { id, input: { page: 'pools' } })).rejects.toEqual(refused(400))
  await expect(changeView(context, vera, { id: 'no\u0000id', input: { name: 'x' } })).rejects.toEqual(refused(404))
})

test('who renames a view that another tab deletes is told so', async () => {
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
  'a view that was shared (%s) and is deleted when that is %s by now stays, and who deletes it is told so',
  async (was, is) => {
    const { context, names } = await kit()
    const { store } = context
    const { id } = await createView(context, vera, { ...VIEW, shared: was })
    const deleting = { ...context, store: { ...store, transaction: changedBefore(store, id, is) } as typeof store }
    await expect(deleteView(deleting, was ? ada : vera, id)).rejects.toEqual(refused(409))
    expect(await names(vera)).toEqual(['Stuck'])
  },
)

/** Transactions of a store in which somebody else changes the sharing of a view right before. */
function changedBefore(store: Awaited<ReturnType<typeof testStore>>, id: string, shared: boolean) {
  const transaction: typeof store.transaction = async (...args) => {
    await store.db.savedView.update({ where: { id }, data: { shared }, select: { id: true } })
    return store.transaction(...args)
  }
  return transaction
}

test('nobody keeps more views of a page than a menu can show, also not all at once', async () => {
  const { context } = await kit()
  const asked = Array.from({ length: MAX_VIEWS + 3 }, (_, n) =>
    createView(context, vera, { ...VIEW, name: `View ${n}` }),
  )
  const kept = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
  expect(kept).toHaveLength(MAX_VIEWS)
  await expect(createView(context, vera, VIEW)).rejects.toEqual(refused(409))
  await createView(context, omar, VIEW)
})

test('what others see of views, and what was refused, is in the audit log; what one keeps to oneself is not', async () => {
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

test('every attempt that is refused is in the audit log with its reason, also at what one keeps to oneself', async () => {
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

test('a view that others see is not touched when that cannot be written down', async () => {
  const { context, names } = await kit()
  const { id } = await createView(context, vera, { ...VIEW, shared: true })
  await context.store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  await expect(deleteView(context, ada, id)).rejects.toMatchObject({ name: 'AuditError' })
  await expect(createView(context, omar, { ...VIEW, shared: true })).rejects.toMatchObject({ name: 'AuditError' })
  expect(await names(omar)).toEqual(['Stuck'])
})

import { describe, expect, test } from 'vitest'
import { type CleaningSettings, formatProgress, NO_PROGRESS } from '#lib/garden/cleaning-progress.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { RELEASED_STATES } from '#lib/hap/pools/state.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { getOverview } from '../overview.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { countBindings } from './list-bindings.ts'
import { exportCleaning, listCleaning } from './list-cleaning.ts'

const ON: CleaningSettings = { cleaners: new Set(['aws']), deletes: true, protectedNames: new Set() }
const { state, stateSince, cleaning, cleanNow } = ANNOTATIONS
const ALL = { q: '', sort: '', offset: 0, limit: 1_000 }

describe('the cleaning board of a landscape', () => {
  const { context } = landscapeContext('small')

  test('contains the same accounts per state as the bindings list', () => {
    const { rows, states, hits, of } = listCleaning(context, ALL)
    for (const each of RELEASED_STATES) {
      const count = countBindings(context, `state:${each}`)
      expect(count).toBeGreaterThan(0)
      expect(states[each]).toBe(count)
      expect(getOverview(context).states[each]).toBe(count)
      expect(rows.filter(row => row.state === each)).toHaveLength(count)
      expect(listCleaning(context, { ...ALL, q: `state:${each}` }).hits).toBe(count)
    }
    expect([hits, of]).toEqual([rows.length, rows.length])
  })

  test('reports that cleaners are off and that a person verifies each account', () => {
    const { cleaners, rows } = listCleaning(context, ALL)
    expect(cleaners).toMatchObject({ on: [], deletes: false, byHand: rows.length })
    expect(listCleaning(context, { ...ALL, q: 'tells:person' }).hits).toBe(rows.length)
    expect(listCleaning(context, { ...ALL, q: 'tells:cleaner' }).hits).toBe(0)
  })

  test.each(['name', 'pool', 'for', 'tenant', 'tells', 'failures', 'next'])('sorts by %s in both directions', sort => {
    const keys = (by: string) => listCleaning(context, { ...ALL, sort: by }).rows.map(({ key }) => key)
    expect(keys(`-${sort}`).toSorted()).toEqual(keys(sort).toSorted())
  })

  test('exports the shown rows', async () => {
    const { rows } = listCleaning(context, { ...ALL, q: 'state:dirty' })
    const exported = exportCleaning(context, null, { q: 'state:dirty', sort: '', cols: '', format: 'json' })
    let file = ''
    if ('parts' in exported) for await (const part of exported.parts) file += part
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(rows)))
  })
})

describe('the board', () => {
  const { context, writer } = landscapeContext('small', ON)
  for (const kind of ['CredentialsBinding', 'SecretBinding'] as const) writer.bindings(kind).retain(new Set())
  const owner = { name: 'hap-1', until: context.at + 60_000 }
  const put = (name: string, labels: Record<string, string>, annotations: Binding['annotations'] = {}) => {
    const binding = bindingOf(name, { dirty: 'true', ...labels }, { annotations })
    writer.bindings('CredentialsBinding').put(bindingKey(binding), binding)
  }
  put('held', { hyperscalerType: 'aws', dirty: 'held', internal: 'true' }, { [ANNOTATIONS.hold]: 'x' })
  put('late', { hyperscalerType: 'aws' }, { [stateSince]: '2026-04-30T00:00:00Z' })
  put('early', { hyperscalerType: 'aws' }, { [stateSince]: '2026-04-01T00:00:00Z', [cleanNow]: '2026-11-21T05:00:00Z' })
  const deleting = formatProgress({ ...NO_PROGRESS, owner, next: 5 }, null)
  put('deleting', { hyperscalerType: 'aws', euAccess: 'true' }, { [state]: 'cleaning', [cleaning]: deleting })
  const failed = formatProgress({ ...NO_PROGRESS, failures: 3, reason: 'No.' }, null)
  put('aside', { hyperscalerType: 'openstack' }, { [state]: 'quarantined', [cleaning]: failed })

  test('sorts accounts that need a person first, then by waiting time', () => {
    const { rows } = listCleaning(context, ALL)
    expect(rows.map(row => row.name)).toEqual(['aside', 'deleting', 'early', 'late'])
    expect(rows[0]).toMatchObject({ failures: 3, reason: 'No.', nextLook: null, cleaner: null, owner: null })
    expect(rows[0]?.byHand).toMatch(/^No cleaner can verify that an account of OpenStack is empty\. /)
    expect(rows[1]).toMatchObject({
      pool: { hyperscalerType: 'aws', euAccess: true },
      owner: 'hap-1',
      cleaner: 'aws',
      nextLook: new Date(owner.until).toISOString(),
    })
    expect(rows[2]).toMatchObject({ asked: '2026-11-21T05:00:00.000Z', nextLook: '2026-11-21T05:00:00.000Z' })
    expect(rows[3]).toMatchObject({ asked: null, nextLook: '2026-04-30T00:15:00.000Z' })
  })

  test.each([
    ['tells:person', ['aside']],
    ['asked', ['early']],
    ['failures:>2', ['aside']],
    ['reason:no', ['aside']],
    ['pool:aws~eu', ['deleting']],
    ['state:cleaning,dirty -asked', ['deleting', 'late']],
  ])('finds by %s', (q, names) => {
    expect(listCleaning(context, { ...ALL, q }).rows.map(({ name }) => name)).toEqual(names)
  })

  test('describes the cleaners', () => {
    expect(listCleaning(context, ALL).cleaners).toEqual({
      on: ['aws'],
      deletes: true,
      unverifiable: ['OpenStack', 'Alibaba Cloud', 'Google Distributed Cloud'],
      byHand: 1,
      failing: { accounts: 0, alike: [] },
    })
  })
})

describe('a provider that refuses the credentials', () => {
  const { context, writer } = landscapeContext('small', { ...ON, cleaners: new Set(['aws', 'azure']) })
  for (const kind of ['CredentialsBinding', 'SecretBinding'] as const) writer.bindings(kind).retain(new Set())
  const reason = 'Could not sign in to Azure: the provider does not accept the credentials of the account.'
  const put = (name: string, failures: number, delays: number) => {
    const annotations = { [cleaning]: formatProgress({ ...NO_PROGRESS, failures, delays, reason }, null) }
    const binding = bindingOf(name, { hyperscalerType: 'azure', dirty: 'true' }, { annotations, providers: ['azure'] })
    writer.bindings('CredentialsBinding').put(bindingKey(binding), binding)
  }
  put('counted', 1, 0)
  put('waited-for', 0, 4)

  test('appears with advice, although its failures do not count towards quarantine', () => {
    const { cleaners, rows } = listCleaning(context, { ...ALL, q: 'failing', sort: '-failures' })
    expect(cleaners.failing).toMatchObject({
      accounts: 2,
      alike: [{ provider: 'azure', accounts: 2, all: true, reason }],
    })
    expect(rows.map(({ name, failures, delays }) => [name, failures, delays])).toEqual([
      ['waited-for', 0, 4],
      ['counted', 1, 0],
    ])
    expect(listCleaning(context, { ...ALL, q: 'failures:>3' }).hits).toBe(1)
  })
})

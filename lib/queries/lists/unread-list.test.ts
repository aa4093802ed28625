import { beforeEach, describe, expect, test } from 'vitest'
import type { SourceName } from '#lib/garden/inventory/freshness.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { exportBindings } from '../bindings/list-bindings.ts'
import { knownClusters } from '../cluster-register.ts'
import { exportGlobalAccounts, listGlobalAccounts } from '../global-accounts/global-account-list.ts'
import { exportPools, listPools } from '../pools/list-pools.ts'
import { exportShoots } from '../shoots/list-shoots.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import type { Exported } from './export-list.ts'

const NO_CLAIMS = knownClusters([])

let { context, sources } = landscapeContext('small')

beforeEach(() => {
  ;({ context, sources } = landscapeContext('small'))
})

/** Makes a source unread. */
function unread(source: SourceName): void {
  sources.add(source, new Contact({ clock: () => context.at, staleAfterMs: 60_000, onChange: () => {} }))
}

async function rowsOf(exported: Exported): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse(await textOf(exported))
}

async function textOf(exported: Exported): Promise<string> {
  if ('refused' in exported) throw new Error(exported.refused)
  let text = ''
  for await (const part of exported.parts) text += part
  return text
}

const all = { q: '', sort: '', cols: '' } as const

describe('while shoots are unread, files leave counts of shoots empty', () => {
  beforeEach(() => unread('Shoot'))

  test('of bindings', async () => {
    const rows = await rowsOf(exportBindings(context, NO_CLAIMS, { ...all, format: 'json' }))
    expect(
      new Set(rows.flatMap(({ shoots, clusters, reserved, failing }) => [shoots, clusters, reserved, failing])),
    ).toEqual(new Set([null]))
    const csv = await textOf(exportBindings(context, NO_CLAIMS, { ...all, cols: 'name,shoots,failing', format: 'csv' }))
    const [head, ...lines] = csv.trimEnd().split('\r\n')
    expect(head).toBe('name,shoots,reserved_clusters,failing_shoots,limit')
    for (const line of lines) expect(line).toMatch(/^[^,]+,,,,\d*$/)
    expect(lines).toHaveLength(rows.length)
  })

  test('of pools', async () => {
    const shown = listPools(context, all).groups.flatMap(({ pools }) => pools)
    expect(await rowsOf(exportPools(context, NO_CLAIMS, { ...all, format: 'json' }))).toEqual(
      JSON.parse(
        JSON.stringify(
          shown.map(row => ({ ...row, shoots: null, usable: null, tenants: row.shared ? null : row.tenants })),
        ),
      ),
    )
    expect(shown.some(({ shared }) => shared)).toBe(true)
  })

  test('of global accounts', async () => {
    const { rows } = listGlobalAccounts(context, { ...all, offset: 0, limit: 100_000 })
    expect(await rowsOf(exportGlobalAccounts(context, NO_CLAIMS, { ...all, format: 'json' }))).toEqual(
      JSON.parse(
        JSON.stringify(rows.map(row => ({ ...row, clusters: null, reserved: null, fullest: null, overLimit: null }))),
      ),
    )
  })

  test('and lists report unread shoots', () => {
    expect(listPools(context, all).unread).toEqual(['shoots'])
    expect(listGlobalAccounts(context, { ...all, offset: 0, limit: 1 }).unread).toEqual(['shoots'])
  })
})

describe('while the database does not respond, files leave counts of claims empty', () => {
  test.each([
    ['bindings', exportBindings, ['clusters', 'reserved']],
    ['pools', exportPools, ['usable']],
    ['global accounts', exportGlobalAccounts, ['clusters', 'reserved', 'fullest', 'overLimit']],
  ] as const)('of %s', async (_, exported, fields) => {
    const whole = await rowsOf(exported(context, NO_CLAIMS, { ...all, format: 'json' }))
    const blank = Object.fromEntries(fields.map(field => [field, null]))
    expect(await rowsOf(exported(context, null, { ...all, format: 'json' }))).toEqual(
      whole.map(row => ({ ...row, ...blank })),
    )
    expect(whole.length).toBeGreaterThan(0)
  })
})

const FILES = {
  bindings: () => exportBindings(context, NO_CLAIMS, { ...all, format: 'csv' }),
  pools: () => exportPools(context, NO_CLAIMS, { ...all, format: 'csv' }),
  'global accounts': () => exportGlobalAccounts(context, NO_CLAIMS, { ...all, format: 'csv' }),
  shoots: () => exportShoots(context, NO_CLAIMS, { ...all, format: 'csv' }),
}

describe('an incomplete file is refused', () => {
  test.each(Object.entries(FILES))('of %s while bindings are unread', (_, file) => {
    expect(file()).toHaveProperty('parts')
    unread('SecretBinding')
    expect(file()).toEqual({ refused: expect.stringContaining('Not all bindings have been read'), later: true })
  })

  test('of shoots while these are unread', () => {
    unread('Shoot')
    expect(FILES.shoots()).toEqual({ refused: expect.stringContaining('Not all shoots have been read'), later: true })
  })

  test('of shoots while the database does not respond', () => {
    expect(exportShoots(context, null, { ...all, format: 'csv' })).toEqual({
      refused: expect.stringContaining('The database is not responding'),
      later: true,
    })
  })
})

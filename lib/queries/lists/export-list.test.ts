import { describe, expect, test } from 'vitest'
import { exportBindings, listBindings } from '../bindings/list-bindings.ts'
import { knownClusters } from '../cluster-register.ts'
import { exportPools, listPools } from '../pools/list-pools.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import type { ExportRequest } from './export-list.ts'
import { formatRows } from './rows-file.ts'

const { context } = landscapeContext('small')
const NO_CLAIMS = knownClusters([])

async function textOf(parts: AsyncGenerator<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

async function fileOf(request: ExportRequest, list = exportBindings): Promise<string> {
  const exported = list(context, NO_CLAIMS, request)
  if ('refused' in exported) throw new Error(exported.refused)
  return textOf(exported.parts)
}

describe('a file of the bindings list', () => {
  test.each(['', 'state:dirty', 'type:aws -shared'])(
    'contains each row of the search %j in the order of the list',
    async q => {
      const request = { q, sort: '-shoots', cols: '' }
      const { rows } = listBindings(context, { ...request, offset: 0, limit: 100_000 })
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.parse(await fileOf({ ...request, format: 'json' }))).toEqual(JSON.parse(JSON.stringify(rows)))
      const lines = (await fileOf({ ...request, format: 'csv' })).trimEnd().split('\r\n')
      expect(lines.slice(1).map(line => line.split(',')[1])).toEqual(rows.map(({ name }) => name))
      expect(lines[0]).toBe(
        'kind,name,hyperscaler_type,eu_access,shared,state,since,since_is_first_look,global_account,account_kind,account_namespace,account_name,shoots,reserved_clusters,failing_shoots,limit,other_bindings,created_at,problems',
      )
    },
  )

  test('is refused for an invalid search', () => {
    expect(exportBindings(context, NO_CLAIMS, { q: 'stat:dirty', sort: '', cols: '', format: 'csv' })).toMatchObject({
      refused: expect.stringContaining('stat'),
    })
  })

  test('without hits is an empty JSON array or a CSV header', async () => {
    const request = { q: 'name:nobody-has-this', sort: '', cols: '' }
    expect(await fileOf({ ...request, format: 'json' })).toBe('[]\n')
    expect((await fileOf({ ...request, format: 'csv' })).split('\r\n')).toHaveLength(2)
  })
})

describe('a file with selected columns contains', () => {
  const request = { q: 'state:dirty', sort: '' }

  test('their fields in the order of the list', async () => {
    const csv = await fileOf({ ...request, cols: 'name,pool,for', format: 'csv' })
    expect(csv.slice(0, csv.indexOf('\r'))).toBe('name,hyperscaler_type,eu_access,shared,since,since_is_first_look')
    const [first] = JSON.parse(await fileOf({ ...request, cols: 'name,pool,for', format: 'json' }))
    expect(Object.keys(first)).toEqual(['key', 'name', 'pool', 'since', 'sinceIsFirstLook'])
  })

  test.each(['nonsense', 'name,Kind', 'name,', '__proto__'])('nothing for the unknown column %j', cols => {
    expect(exportBindings(context, NO_CLAIMS, { ...request, cols, format: 'csv' })).toMatchObject({
      refused: expect.stringContaining('It has name, kind,'),
    })
  })
})

test('a file of the pools page contains its rows with a column per state', async () => {
  const request = { q: 'provider:aws', sort: '', cols: '' }
  const rows = listPools(context, request).groups.flatMap(({ pools }) => pools)
  expect(JSON.parse(await fileOf({ ...request, format: 'json' }, exportPools))).toEqual(
    JSON.parse(JSON.stringify(rows)),
  )
  const [head, ...lines] = (await fileOf({ ...request, format: 'csv' }, exportPools)).trimEnd().split('\r\n')
  expect(head).toMatch(
    /^provider,hyperscaler_type,eu_access,shared,accounts,.*dirty.*,usable,global_accounts,shoots,waiting_claims,rules,problem,alarm,alarm_since,low_water,runway_days$/,
  )
  expect(lines).toHaveLength(rows.length)
})

test('a file of the pools page counts waiting claims, and leaves unknown counts empty', async () => {
  const file = async (waiting: ReadonlyMap<string, number> | null) => {
    const request = { q: 'provider:aws -eu -shared', sort: '', cols: 'name,waiting', format: 'csv' } as const
    return await fileOf(request, (...asked) => exportPools(...asked, waiting))
  }
  const head = 'provider,hyperscaler_type,eu_access,shared,waiting_claims'
  expect(await file(new Map([['aws', 4]]))).toBe(`${head}\r\naws,aws,false,false,4\r\n`)
  expect(await file(new Map())).toBe(`${head}\r\naws,aws,false,false,0\r\n`)
  expect(await file(null)).toBe(`${head}\r\naws,aws,false,false,\r\n`)
})

test('escapes formulas for spreadsheets, and writes null as an empty cell', async () => {
  async function* parts() {
    yield [{ name: '=1+1', count: null }]
  }
  const columns = [
    ['name', (row: { name: string }) => row.name, 'name'],
    ['count', (row: { count: number | null }) => row.count, 'count'],
  ] as const
  expect(await textOf(formatRows(parts(), { format: 'csv', columns, fields: null }))).toBe("name,count\r\n'=1+1,\r\n")
})

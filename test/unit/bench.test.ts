import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import type { Bench } from '../../bench/bench.ts'
import { allBenches, areaOf, byProcess, chooseBenches } from '../../bench/lib/catalogue.ts'
import { type Measured, measureIn } from '../../bench/lib/measure.ts'
import { comparisonRow, resultRow } from '../../bench/lib/rows.ts'

const folder = temporaryFolders('bench')
const figure = (name: string, process?: string): Bench => ({
  name,
  unit: 'ms',
  budget: 5,
  ...(process !== undefined && { process }),
  run: () => 1,
})

test('every figure has an area and a unique name', async () => {
  const benches = await allBenches()
  expect(benches.filter(bench => areaOf(bench) === '' || !bench.name.includes(': '))).toEqual([])
  expect(new Set(benches.map(({ name }) => name)).size).toBe(benches.length)
})

test('chooses figures by the beginnings of their names, and runs those of a process together', () => {
  const benches = [figure('a: 1', 'x'), figure('b: 1'), figure('a: 2', 'x'), figure('b: 2')]
  expect(chooseBenches(benches, ['b', 'a: 2']).map(({ name }) => name)).toEqual(['b: 1', 'a: 2', 'b: 2'])
  expect(byProcess(benches).map(group => group.map(({ name }) => name))).toEqual([['a: 1', 'a: 2'], ['b: 1'], ['b: 2']])
})

test('yields the figures a process writes, and NaN for those it does not', async () => {
  const root = folder()
  mkdirSync(path.join(root, 'bench'))
  const lines = [
    'noise',
    '{"name":"a: 1","value":3,"of":"/pools"}',
    '{"name":"other","value":1}',
    '{"name":"a: 2","value":null}',
  ]
  writeFileSync(path.join(root, 'bench/run.ts'), `process.stdout.write(${JSON.stringify(`${lines.join('\n')}\n`)})`)
  const measured: Measured[] = []
  for await (const each of measureIn(root, [figure('a: 1'), figure('a: 2'), figure('a: 3')])) measured.push(each)
  expect(measured).toEqual([
    { name: 'a: 1', value: 3, of: '/pools' },
    { name: 'a: 2', value: Number.NaN },
    { name: 'a: 3', value: Number.NaN },
  ])
})

test('a row shows the figure with its budget, and a comparison the ratio', () => {
  const squeezed = (row: string) => row.replaceAll(/ +/g, ' ')
  const result = { name: 'a: 1', value: 1.2345, unit: 'ms', budget: 5, ok: true }
  expect(squeezed(resultRow(result))).toBe(' ok a: 1 1.23 ms budget 5')
  expect(squeezed(resultRow({ ...result, value: Number.NaN, ok: false }))).toBe('OVER a: 1 failed ms budget 5')
  expect(squeezed(comparisonRow({ name: 'a: 1', unit: 'ms', before: 4, now: 3 }))).toBe('a: 1 4 → 3 ms × 0.75')
  expect(comparisonRow({ name: 'a: 1', unit: 'ms', before: Number.NaN, now: 3 })).toContain('× unknown')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ChartServer, KINDS, type Kind, startChartServer } from '#lib/operators/testing/chart-server.ts'
import { blocksOf, DOCUMENTS } from './documents.ts'

let server: ChartServer

beforeAll(async () => {
  server = await startChartServer()
}, 60_000)

afterAll(() => server.stop())

const manifests = DOCUMENTS.flatMap(blocksOf)
  .filter(({ language }) => language === 'yaml')
  .map(({ document, line, text }) => ({ place: `${document}:${line}`, object: parse(text) }))
  .filter(({ object }) => KINDS.includes(object.kind))

test.each(manifests)('the definitions of the chart accept the manifest at $place', async ({ object }) => {
  const answer = await server.create(object.kind as Kind, object)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
})

test('the documents have a manifest of each kind', () => {
  expect(new Set(manifests.map(({ object }) => object.kind))).toEqual(new Set(KINDS))
})

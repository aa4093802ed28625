import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(text: string, sizes: readonly number[] = [1000]) {
  const items: unknown[] = []
  const end = await readPage('list shoots', cut(text, sizes), item => items.push(item))
  return { items, end }
}

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"items":[{', '\\"', '}]', '{'),
)
const object = fc.dictionary(fc.oneof(fc.string(), fc.constant('items')), json)

test('parses any list like JSON.parse, for any chunks', async () => {
  const property = fc.asyncProperty(
    fc.array(object, { maxLength: 8 }),
    fc.record({ before: json, after: json, continue: fc.string() }),
    fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    fc.constantFrom(0, 2),
    async (items, more, sizes, indent) => {
      const list = {
        kind: 'ShootList',
        before: more.before,
        items,
        after: more.after,
        metadata: { continue: more.continue },
      }
      const plain = JSON.parse(JSON.stringify(items))
      expect(await read(JSON.stringify(list, null, indent), sizes)).toEqual({
        items: plain,
        end: { resourceVersion: '0', continue: more.continue || null },
      })
    },
  )
  await fc.assert(property, { numRuns: 500 })
})

test.each([
  ['no items', '{"metadata":{"resourceVersion":"7"},"items":[]}'],
  ['null for no items', '{"metadata":{"resourceVersion":"7"},"items":null}'],
  ['items before the metadata', '{"items":[ ],"metadata":{"resourceVersion":"7"}}'],
])('a list with %s is empty', async (_name, text) => {
  expect(await read(text)).toEqual({ items: [], end: { resourceVersion: '7', continue: null } })
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"kind":"Pod"}',
  '{"items":[{"a":1},',
  '{"items":[{"a":1}',
  '{"items":[{"a":}]}',
  'bad gateway',
])('refuses everything except a list: %j', async text => {
  await expect(read(text)).rejects.toMatchObject({ name: 'GardenError', kind: 'unexpected' })
})

test('reads endless brackets in linear time', async () => {
  const begun = performance.now()
  const { items } = await read(`{${'"a":[],'.repeat(150_000)}"items":[{}]}`, [65_536])
  expect(items).toEqual([{}])
  // Rescanning the earlier text for each bracket took a minute.
  expect(performance.now() - begun).toBeLessThan(10_000)
})

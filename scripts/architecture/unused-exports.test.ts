import { expect, test } from 'vitest'
import { unusedExports } from './unused-exports.ts'

const check = (sources: Record<string, string>) =>
  unusedExports(Object.entries(sources).map(([path, text]) => ({ path, text }))).map(
    v => `${v.file}:${v.line} ${v.message}`,
  )

test.each([
  ['a function', 'export function a() {}'],
  ['an async generator', 'export async function* a() {}'],
  ['a type', 'export type a = 1'],
  ['a list', 'const b = 1\nexport { b as a }'],
])('%s that nobody imports is found', (_, text) => {
  const [found] = check({ 'lib/hap/a.ts': text })
  expect(found).toContain('exports a, which nobody imports')
})

test.each([
  ['by its name', "import { a } from './a.ts'"],
  ['under another name', "import { type b, a as c } from './a.ts'"],
  ['over several lines', "import {\n  a,\n} from './a.ts'"],
  ['with everything', "import * as all from './a.ts'"],
  ['when it is needed', "const all = await import('./a.ts')"],
  ['to hand it on', "export { a } from './a.ts'"],
])('what another file takes %s is used', (_, text) => {
  expect(check({ 'lib/hap/a.ts': 'export const a = 1', 'lib/hap/b.ts': text })).toEqual(
    text.startsWith('export') ? ['lib/hap/b.ts:1 exports a, which nobody imports'] : [],
  )
})

test('what only tests use is found, unless its own file uses it too', () => {
  const user = "import { a } from './a.ts'"
  expect(check({ 'lib/hap/a.ts': 'export const a = 1', 'lib/hap/a.test.ts': user })).toEqual([
    'lib/hap/a.ts:1 exports a, which nothing but tests uses',
  ])
  expect(
    check({ 'lib/hap/a.ts': 'export const a = 1', 'bench/lib/b.ts': "import { a } from '#lib/hap/a.ts'" }),
  ).toHaveLength(1)
  expect(check({ 'lib/hap/a.ts': 'export const a = 1\nconst b = a', 'lib/hap/a.test.ts': user })).toEqual([])
})

test('what a framework takes by its name needs no import', () => {
  expect(
    check({ 'app/(console)/pools/page.tsx': 'export const metadata = 1', 'proxy.ts': 'export const config = 1' }),
  ).toEqual([])
})

test('a comment is no export and no use', () => {
  expect(check({ 'lib/hap/a.ts': '/*\nexport const b = 1\n*/\nexport const a = 1 // a a a' })).toEqual([
    'lib/hap/a.ts:4 exports a, which nobody imports',
  ])
})

import { expect, test } from 'vitest'
import { findHiddenImports, findViolations } from './rules.ts'

const check = (sources: Record<string, string>) =>
  findViolations(Object.entries(sources).map(([path, text]) => ({ path, text }))).map(
    v => `${v.file}:${v.line} ${v.message}`,
  )

test('imports downwards and inside a room pass', () => {
  expect(
    check({
      'app/page.tsx': "import { a } from '#lib/queries/a.ts'",
      'lib/queries/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'lib/queries/b.ts': "import { c } from '#lib/hap/c.ts'\nexport const b = c",
      'lib/hap/c.ts': 'export const c = 1',
    }),
  ).toEqual([])
})

test.each([
  [
    'an upward import',
    { 'lib/garden/a.ts': "import { b } from '#lib/queries/b.ts'", 'lib/queries/b.ts': '' },
    'upwards',
  ],
  [
    'a sideways import',
    { 'lib/garden/a.ts': "import { b } from '#components/b.tsx'", 'components/b.tsx': '' },
    'sideways',
  ],
  ['an upward re-export', { 'lib/hap/a.ts': "export { b } from '#lib/env.ts'", 'lib/env.ts': '' }, 'upwards'],
  ['an upward type import', { 'lib/hap/a.ts': "import type { B } from '#lib/env.ts'", 'lib/env.ts': '' }, 'upwards'],
  [
    'an upward dynamic import',
    { 'lib/garden/a.ts': "const b = await import('#lib/runtime.ts')", 'lib/runtime.ts': '' },
    'upwards',
  ],
  [
    'an import over several lines',
    { 'lib/garden/a.ts': "import {\n  b,\n} from '#lib/runtime.ts'", 'lib/runtime.ts': '' },
    'upwards',
  ],
  [
    'a page that imports the API',
    { 'app/(console)/a.ts': "import type { B } from '#lib/api/b.ts'", 'lib/api/b.ts': '' },
    'which only app and app/data and bin may',
  ],
  [
    'the API importing a page',
    { 'lib/api/a.ts': "import { b } from '#app/(console)/b.ts'", 'app/(console)/b.ts': '' },
    'upwards',
  ],
  [
    'the data access of the browser importing a page',
    { 'app/data/a.ts': "import { b } from '#app/(console)/b.ts'", 'app/(console)/b.ts': '' },
    'upwards',
  ],
  [
    'the API importing the data access of the browser',
    { 'lib/api/a.ts': "import { b } from '#app/data/b.ts'", 'app/data/b.ts': '' },
    'upwards',
  ],
  [
    'a query that imports a service',
    { 'lib/queries/a.ts': "import { b } from '#lib/services/b.ts'", 'lib/services/b.ts': '' },
    'upwards',
  ],
  ['a file outside the house', { 'lib/garden/a.ts': "import { b } from '../other/b.ts'" }, 'no room'],
  [
    'test support in the product',
    { 'lib/garden/a.ts': "import { b } from './testing/b.ts'", 'lib/garden/testing/b.ts': '' },
    'for tests only',
  ],
  [
    'the garden in a room that reaches it over HTTP',
    { 'lib/operators/a.ts': "import { b } from '#embedded-garden/b.ts'", 'packages/embedded-garden/src/b.ts': '' },
    'only bin and lib/runtime may',
  ],
  [
    'the product in the garden',
    { 'packages/embedded-garden/src/a.ts': "import { b } from '../../../lib/util/b.ts'", 'lib/util/b.ts': '' },
    'imports upwards',
  ],
  ['a framework in the engine', { 'lib/hap/a.ts': "import { z } from 'zod'" }, 'must stay pure'],
  ['a node module in the engine', { 'lib/hap/a.ts': "import 'node:fs'" }, 'must stay pure'],
  ['a component in a bench', { 'bench/a.ts': "import { b } from '#app/b.tsx'", 'app/b.tsx': '' }, 'Node cannot load'],
  [
    'a component behind a bench',
    { 'bench/a.ts': "import { b } from '#app/b.ts'", 'app/b.ts': "import { c } from './c.tsx'", 'app/c.tsx': '' },
    'Node cannot load',
  ],
  ['process.env', { 'lib/garden/a.ts': 'const home = process.env.HOME' }, 'lib/env.ts'],
  [
    'server code behind a client file',
    {
      'app/a.tsx': "'use client'\nimport { b } from './b.ts'",
      'app/b.ts': "import { c } from '#lib/garden/c.ts'",
      'lib/garden/c.ts': '',
    },
    'into the browser',
  ],
  [
    'a node module behind a client file',
    { 'app/a.tsx': "'use client'\nimport { b } from './b.ts'", 'app/b.ts': "import 'node:fs'" },
    'into the browser',
  ],
])('%s is found', (_, sources, message) => {
  const found = check(sources)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(message)
})

test('client files may contain types of the server and server actions', () => {
  expect(
    check({
      'app/a.tsx':
        "'use client'\nimport type { C } from '#lib/garden/c.ts'\nimport { act } from './actions.ts'\nimport { type D } from '#lib/garden/c.ts'",
      'app/actions.ts': "'use server'\nimport { c } from '#lib/garden/c.ts'",
      'lib/garden/c.ts': '',
    }),
  ).toEqual([])
})

test('a comment is no import', () => {
  expect(check({ 'lib/hap/a.ts': "// import { z } from 'zod'\n/* import 'node:fs' */" })).toEqual([])
})

test('a circle of folders in the package is found at each of its imports', () => {
  const src = 'packages/embedded-garden/src'
  const circle = {
    [`${src}/auth/a.ts`]: "import { b } from '#embedded-garden/http/b.ts'",
    [`${src}/http/b.ts`]: "import { c } from '#embedded-garden/verbs/c.ts'",
    [`${src}/verbs/c.ts`]:
      "import { a } from '#embedded-garden/auth/a.ts'\nimport { d } from '#embedded-garden/storage/d.ts'",
    [`${src}/storage/d.ts`]: "import { json } from '#embedded-garden/json.ts'",
    [`${src}/json.ts`]: "import { d } from './storage/d.ts'",
  }
  expect(check(circle)).toEqual([
    `${src}/auth/a.ts:1 imports http, which imports auth itself or through other folders`,
    `${src}/http/b.ts:1 imports verbs, which imports http itself or through other folders`,
    `${src}/verbs/c.ts:1 imports auth, which imports verbs itself or through other folders`,
  ])
})

test('two folders of a room that import each other are found at each of these imports', () => {
  expect(
    check({
      'lib/services/audit/a.ts': "import { c } from '#lib/services/claims/c.ts'",
      'lib/services/claims/c.ts': "import { d } from '../audit/d.ts'",
      'lib/services/audit/d.ts': '',
    }),
  ).toEqual([
    'lib/services/audit/a.ts:1 imports lib/services/claims, which imports lib/services/audit',
    'lib/services/claims/c.ts:1 imports lib/services/audit, which imports lib/services/claims',
  ])
})

test('a folder and one inside it may import each other', () => {
  expect(
    check({
      'lib/runtime/a.ts': "import { m } from './metrics/m.ts'",
      'lib/runtime/metrics/m.ts': "import { b } from '../b.ts'",
      'lib/runtime/b.ts': '',
    }),
  ).toEqual([])
})

test('reports imports of files that the package does not export', () => {
  const files = [
    { path: 'test/a.ts', text: "import { b } from '#embedded-garden/b.ts'\nimport { c } from '#embedded-garden/c.ts'" },
    { path: 'packages/embedded-garden/src/d.ts', text: "import { c } from '#embedded-garden/c.ts'" },
  ]
  expect(findHiddenImports(files, new Set(['./src/b.ts']))).toEqual([
    { file: 'test/a.ts', line: 2, message: expect.stringContaining('packages/embedded-garden/src/c.ts') },
  ])
})

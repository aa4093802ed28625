import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { traceFiles } from './trace-files.ts'

const folder = temporaryFolders('image')

test('finds runtime imports of an entry, but no type imports', async () => {
  const root = folder()
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'))
  const files = {
    'package.json': '{ "type": "module" }',
    'start.ts': "import type { Options } from './options.ts'\nimport { serve } from './serve.ts'\nserve({} as Options)",
    'options.ts': 'export interface Options {}',
    'serve.ts': 'export const serve = (options: object) => void import("./later.mjs")',
    'later.mjs': 'export {}',
    'serve.test.ts': "import './serve.ts'",
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text)
  expect(await traceFiles(root, ['start.ts'])).toEqual(['later.mjs', 'package.json', 'serve.ts', 'start.ts'])
})

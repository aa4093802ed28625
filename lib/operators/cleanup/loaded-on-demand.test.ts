import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const HERE = import.meta.dirname
const FILES = globSync('**/*.ts', { cwd: HERE }).filter(file => !/\.test\.ts$|^testing\//.test(file))

/** Files below this folder that import something that fits, unless only its types or only when asked for. */
function importers(specifier: RegExp): readonly string[] {
  return FILES.filter(file => {
    const text = readFileSync(path.join(HERE, file), 'utf8')
    const named = [...text.matchAll(/^import (?!type )[^'\n]*?(?:from )?'([^']+)'/gm)].map(([, name]) => name ?? '')
    return named.some(name => specifier.test(name))
  })
}

test('packages of a provider are imported by its own cleaner only', () => {
  expect(importers(/^@smithy\/|^@aws-sdk\//)).toEqual(['aws/aws-api.ts', 'aws/aws-cleaner.ts'])
  expect(importers(/^google-auth-library/)).toEqual(['gcp/service-account.ts'])
})

test('cleaners are loaded when they are asked for', () => {
  const outside = importers(/\/(aws|azure|gcp)\//).filter(file => !/^(aws|azure|gcp)\//.test(file))
  expect(outside).toEqual([])
})

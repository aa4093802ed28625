import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtFiles, sendPastFiles } from './built-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'built-'))
mkdirSync(path.join(folder, 'chunks'))
writeFileSync(path.join(folder, 'chunks', 'a.js'), '')
writeFileSync(path.join(folder, 'chunks', 'b (1).css'), '')

test('every file of the build is known, and no folder', () => {
  expect([...(builtFiles(folder) ?? [])].toSorted()).toEqual([
    '/_next/static/chunks/a.js',
    '/_next/static/chunks/b (1).css',
  ])
  expect(builtFiles(path.join(folder, 'none'))).toBeNull()
})

test.each([
  ['/_next/static/chunks/a.js', null],
  ['/_next/static/chunks/a.js?dpl=1', null],
  ['/_next/static/chunks/b%20(1).css', null],
  ['/_next/static/chunks', '/no-such-file'],
  ['/_next/static/chunks/c.js?x=1', '/no-such-file'],
  ['/_next/static/..%2f..%2fjobs', '/no-such-file'],
  ['/_next/static/%ff', '/no-such-file'],
])('%s is asked for as %j', (url, instead) => {
  const request = { url } as IncomingMessage
  sendPastFiles(request, builtFiles(folder) ?? new Set())
  expect(request.url).toBe(instead ?? url)
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hideUnknownFile, listBuiltFiles, listPackedFiles, servePackedFile } from './static-files.ts'

function offered(url: string, accepted: string | undefined) {
  const request = new IncomingMessage(new Socket())
  request.url = url
  if (accepted !== undefined) request.headers['accept-encoding'] = accepted
  const response = new ServerResponse(request)
  servePackedFile(request, response, new Set(['/_next/static/chunks/a.js', '/_next/static/chunks/b.css']))
  const { 'content-type': type, 'content-encoding': encoding } = response.getHeaders()
  return { url: request.url, type, encoding }
}

test.each(['br', 'gzip, deflate, br, zstd', 'gzip,br;q=1', 'gzip;q=1, BR;q=0.5'])(
  'a client that accepts %s gets the compressed file',
  accepted => {
    expect(offered('/_next/static/chunks/a.js', accepted)).toEqual({
      url: '/_next/static/chunks/a.js.br',
      type: 'application/javascript; charset=UTF-8',
      encoding: 'br',
    })
  },
)

test('keeps the query after the name', () => {
  expect(offered('/_next/static/chunks/b.css?dpl=1', 'br')).toEqual({
    url: '/_next/static/chunks/b.css.br?dpl=1',
    type: 'text/css; charset=UTF-8',
    encoding: 'br',
  })
})

test.each([
  ['a client that does not take it', '/_next/static/chunks/a.js', 'gzip, deflate'],
  ['a client that rejects it', '/_next/static/chunks/a.js', 'gzip, br;q=0'],
  ['a client without Accept-Encoding', '/_next/static/chunks/a.js', undefined],
  ['another encoding of a like name', '/_next/static/chunks/a.js', 'brx, xbr'],
  ['a file that is not packed', '/_next/static/chunks/c.js', 'br'],
  ['the packed file itself', '/_next/static/chunks/a.js.br', 'br'],
])('%s: does not change the request', (_, url, accepted) => {
  expect(offered(url, accepted)).toEqual({ url, type: undefined, encoding: undefined })
})

test('compressed files are named after their originals', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-packed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'chunks'))
  for (const name of ['chunks/a.js', 'chunks/a.js.br', 'chunks/b.css', 'chunks/c (1).js.br'])
    writeFileSync(path.join(folder, name), '')
  expect([...listPackedFiles(folder)].toSorted()).toEqual([
    '/_next/static/chunks/a.js',
    '/_next/static/chunks/c%20(1).js',
  ])
  expect(listPackedFiles(path.join(folder, 'missing'))).toEqual(new Set())
})

const folder = mkdtempSync(path.join(tmpdir(), 'built-'))
mkdirSync(path.join(folder, 'chunks'))
writeFileSync(path.join(folder, 'chunks', 'a.js'), '')
writeFileSync(path.join(folder, 'chunks', 'b (1).css'), '')

test('knows every file of the build, and no folder', () => {
  expect([...(listBuiltFiles(folder) ?? [])].toSorted()).toEqual([
    '/_next/static/chunks/a.js',
    '/_next/static/chunks/b (1).css',
  ])
  expect(listBuiltFiles(path.join(folder, 'none'))).toBeNull()
})

test.each([
  ['/_next/static/chunks/a.js', null],
  ['/_next/static/chunks/a.js?dpl=1', null],
  ['/_next/static/chunks/b%20(1).css', null],
  ['/_next/static/chunks', '/no-such-file'],
  ['/_next/static/chunks/c.js?x=1', '/no-such-file'],
  ['/_next/static/..%2f..%2fjobs', '/no-such-file'],
  ['/_next/static/%ff', '/no-such-file'],
])('rewrites %s to %j', (url, instead) => {
  const request = { url } as IncomingMessage
  hideUnknownFile(request, listBuiltFiles(folder) ?? new Set())
  expect(request.url).toBe(instead ?? url)
})

import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { logError } from '#lib/telemetry/log.ts'
import { fileResponse } from './export-file.ts'

vi.mock('#lib/telemetry/log.ts', () => ({ logError: vi.fn() }))

const AT = Date.parse('2026-11-21T10:30:07.000Z')

async function* parts(...texts: readonly (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

test('the file name contains only portable characters', async () => {
  const response = fileResponse(parts('a,b\r\n', 'ü\r\n'), { name: 'hap-audit-"x"/..\r\ny', format: 'csv', at: AT })
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="hap-audit--x-..-y-2026-11-21T103007Z.csv"',
  )
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(await response.text()).toBe('a,b\r\nü\r\n')
})

test('an error in a part aborts the download', async () => {
  const response = fileResponse(parts('[', new Error('no answer')), { name: 'x', format: 'json', at: AT })
  await expect(response.text()).rejects.toThrow('no answer')
})

test('a cancelled download stops the generator', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 'x'
    } finally {
      ended = true
    }
  }
  const reader = fileResponse(endless(), { name: 'x', format: 'json', at: AT }).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(ended).toBe(true)
})

test('a download cancelled while a part is computed logs no error', async () => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  async function* slow() {
    yield 'x'
    await made
    yield 'y'
  }
  vi.mocked(logError).mockClear()
  const reader = fileResponse(slow(), { name: 'x', format: 'json', at: AT }).body?.getReader()
  await reader?.read()
  await setImmediate()
  const left = reader?.cancel()
  make()
  await left
  await setImmediate()
  expect(logError).not.toHaveBeenCalled()
})

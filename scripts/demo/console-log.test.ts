import { writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { openConsoleLog } from './console-log.ts'

const folder = temporaryFolders('console-log')

test('separates messages for people from JSON lines, and starts empty', () => {
  const place = folder()
  const log = openConsoleLog(3000, place)
  expect(log.file).toBe(`${place}/demo-3000.log`)
  writeSync(log.descriptor, '{"level":40,"msg":"slow database access"}\nHAP_SEMANTICS must be keb or documented.\n\n')
  expect(log.messages()).toBe('HAP_SEMANTICS must be keb or documented.')
  log.close()
  const next = openConsoleLog(3000, place)
  expect(next.messages()).toBe('')
  next.close()
})

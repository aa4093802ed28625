import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { emptyDatabase } from '../test-store.ts'

const MEGABYTE = 1_000_000
const QUESTIONS = 40

/** Heap in use after a garbage collection. */
function heapInUse(): number {
  v8.setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('an embedded database does not retain its responses', async () => {
  const { pool, close } = await openEmbedded({ folder: null, template: await emptyDatabase() })
  onTestFinished(close)
  const ask = async () => {
    const { rows } = await pool.query("SELECT repeat('x', $1) AS text", [MEGABYTE])
    return String(rows[0].text).length
  }
  expect(await ask()).toBe(MEGABYTE)
  const before = heapInUse()
  for (let n = 0; n < QUESTIONS; n++) expect(await ask()).toBe(MEGABYTE)
  expect(heapInUse() - before).toBeLessThan((QUESTIONS * MEGABYTE) / 4)
})

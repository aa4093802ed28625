import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { childEnv } from '#lib/env.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase } from '../test-store.ts'

const parent = temporaryFolders('signals')

test.each([
  ['SIGTERM', [0, null]],
  ['SIGKILL', [null, 'SIGKILL']],
] as const)('%s right after a write loses neither the audit log nor a running job', async (signal, end) => {
  const folder = path.join(parent(), 'db')
  const open = async () => openStoreOn(await openEmbedded({ folder, template: await emptyDatabase() }), 60_000, SILENT)
  await (await open()).close()
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, ['test/store/signal-worker.ts', folder], {
    env: childEnv({}),
    stdio: [...stdio],
  })
  const ended = once(child, 'close')
  expect(String((await Promise.race([once(child.stdout, 'data'), ended]))[0])).toBe('written\n')
  child.kill(signal)
  expect(await ended).toEqual(end)

  const store = await open()
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([{ action: 'start job', outcome: 'accepted' }])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true, entries: 2n })
  expect(await readJob(store.db, 'j-1')).toMatchObject({ status: 'running', counts: { running: 1, pending: 1 } })
  await store.close()
})

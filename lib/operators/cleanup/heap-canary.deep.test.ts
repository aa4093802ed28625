import { expect, test, vi } from 'vitest'
import { startAws } from './testing/aws-stand-in.ts'
import { startAzure } from './testing/azure-stand-in.ts'
import { cleanElsewhere } from './testing/clean-elsewhere.ts'
import { CANARY, fill } from './testing/cloud-kit.ts'
import { startGcp } from './testing/gcp-stand-in.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Idle connections close before this time. */
const WAIT_MS = 6_000

test.concurrent.each([
  ['aws', startAws],
  ['azure', startAzure],
  ['gcp', startGcp],
])('seconds after its use the secret is not in the memory of the cleaner of %s', async (_, start) => {
  const cloud = await start()
  try {
    fill(cloud, 1)
    expect(await cleanElsewhere(cloud, { canary: CANARY, waitMs: WAIT_MS })).toEqual({
      found: 'deleting',
      times: 0,
      kept: 0,
    })
  } finally {
    await cloud.close()
  }
})

test.concurrent('neither is the key of a service account; a retained copy would be found', async () => {
  const cloud = await startGcp()
  try {
    const file = JSON.parse(cloud.secret.get('serviceaccount.json') ?? '')
    const piece = file.private_key.split('\n')[3].slice(0, 24)
    expect(await cleanElsewhere(cloud, { canary: piece, waitMs: WAIT_MS })).toEqual({
      found: 'nothing',
      times: 0,
      kept: 0,
    })
    const end = await cleanElsewhere(cloud, { canary: piece, waitMs: WAIT_MS, keep: true })
    expect(end).toMatchObject({ found: 'nothing', kept: 1 })
    expect(end.times).toBeGreaterThan(0)
  } finally {
    await cloud.close()
  }
})

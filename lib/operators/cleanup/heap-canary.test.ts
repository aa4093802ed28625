import { expect, test } from 'vitest'
import { startAws } from './testing/aws-stand-in.ts'
import { cleanElsewhere } from './testing/clean-elsewhere.ts'
import { CANARY, fill } from './testing/cloud-kit.ts'

test('after its use the secret is not in the memory of a cleaner', async () => {
  const cloud = await startAws()
  try {
    fill(cloud, 1)
    expect(await cleanElsewhere(cloud, { canary: CANARY, waitMs: 200 })).toEqual({
      found: 'deleting',
      times: 0,
      kept: 0,
    })
  } finally {
    await cloud.close()
  }
})

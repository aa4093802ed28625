import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { startAws } from './testing/aws-stand-in.ts'
import { startAzure } from './testing/azure-stand-in.ts'
import { CANARY, type CloudStandIn, fill } from './testing/cloud-kit.ts'
import { startGcp } from './testing/gcp-stand-in.ts'

vi.setConfig({ testTimeout: 180_000 })

const SCRIPT = path.join(import.meta.dirname, 'testing/heap-canary.ts')

/** What a process that cleans an account says about itself afterwards. */
async function cleanElsewhere({ origin, secret, cleaner }: CloudStandIn, canary: string, ...more: readonly string[]) {
  const backwards = [...canary].reverse().join('')
  const args = ['--expose-gc', SCRIPT, cleaner.provider, origin, backwards, ...more]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify([...secret]))
  return JSON.parse(await text(child.stdout))
}

test.concurrent.each([
  ['aws', startAws],
  ['azure', startAzure],
  ['gcp', startGcp],
])('seconds after its use nothing of the secret is in the memory of the cleaner of %s', async (_, start) => {
  const cloud = await start()
  try {
    fill(cloud, 1)
    expect(await cleanElsewhere(cloud, CANARY)).toEqual({ found: 'deleting', times: 0, kept: 0 })
  } finally {
    await cloud.close()
  }
})

test.concurrent('nor is the key of a service account; what is kept would be found', async () => {
  const cloud = await startGcp()
  try {
    const file = JSON.parse(cloud.secret.get('serviceaccount.json') ?? '')
    const piece = file.private_key.split('\n')[3].slice(0, 24)
    expect(await cleanElsewhere(cloud, piece)).toEqual({ found: 'nothing', times: 0, kept: 0 })
    const end = await cleanElsewhere(cloud, piece, 'keep')
    expect(end).toMatchObject({ found: 'nothing', kept: 1 })
    expect(end.times).toBeGreaterThan(0)
  } finally {
    await cloud.close()
  }
})

import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSnapshot } from 'node:v8'
import { Secret } from '#lib/util/secret.ts'
import type { Cleaner } from '../cleaner.ts'
import { inspectAccount } from '../inspect-account.ts'
import { createAwsCleaner } from '../providers/aws-cleaner.ts'
import { createAzureCleaner } from '../providers/azure-cleaner.ts'
import { createGcpCleaner } from '../providers/gcp-cleaner.ts'

/**
 * A process that cleans one account and then says how often a text is found in its heap. By argument: the provider, its address,
 * the text backwards, so that this process does not know it by itself, and how long it waits before it looks; the Secret comes by
 * standard input.
 */
const [provider = '', origin = '', backwards = '', waitMs = '', keeps] = process.argv.slice(2)

/** Verifies that the search finds retained data. */
const kept: unknown[] = []

const HASTY = { tryMs: 2_000, tries: 3, pauseMs: 1, maxPauseMs: 50 }

const CLEANERS: Readonly<Record<string, () => Cleaner>> = {
  aws: () =>
    createAwsCleaner({ regions: null, patience: HASTY, endpoint: (host, region) => `${origin}/${host}/${region}` }),
  azure: () => createAzureCleaner({ patience: HASTY, endpoints: { signIn: origin, manager: origin }, followMs: 1 }),
  gcp: () => createGcpCleaner({ patience: HASTY, origin, followMs: 1 }),
}

async function clean(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const secret = new Map<string, string>(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  for (const chunk of chunks) chunk.fill(0)
  if (keeps !== undefined) kept.push(secret)
  const cleaner = CLEANERS[provider]?.()
  if (cleaner === undefined) throw new Error(`there is no cleaner for ${provider}`)
  const { found } = await inspectAccount({
    cleaner,
    secret: new Secret(secret),
    facts: { project: 'kyma', living: new Set() },
    before: null,
    protectedIdentities: new Set(),
    begin: async () => true,
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  })
  return found
}

/** The snapshot comes in chunks, at whose ends the text may be cut. */
async function timesInHeap(text: Buffer): Promise<number> {
  let times = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of getHeapSnapshot()) {
    const part = Buffer.concat([rest, Buffer.from(chunk)])
    for (let at = part.indexOf(text); at !== -1; at = part.indexOf(text, at + 1)) times += 1
    rest = part.subarray(Math.max(0, part.length - text.length + 1))
  }
  return times
}

const found = await clean()
await sleep(Number(waitMs))
for (let round = 0; round < 3; round++) globalThis.gc?.()
// A buffer is no string of the heap.
const text = Buffer.from(backwards).reverse()
process.stdout.write(JSON.stringify({ found, times: await timesInHeap(text), kept: kept.length }))

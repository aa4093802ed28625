import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'

const READS = [
  'overview',
  'pools',
  'bindings?limit=50',
  'shoots?limit=50',
  'claims?limit=50',
  'audit?limit=50',
  'health',
]
const PAUSE_MS = 400

/** Reads one list after the other like pages do. */
export async function readPages(caller: Caller, ends: AbortSignal): Promise<void> {
  for (let n = 0; !ends.aborted; n++) {
    await caller.ask({ path: `/api/v1/${READS[n % READS.length]}` }, 1)
    await sleep(PAUSE_MS)
  }
}

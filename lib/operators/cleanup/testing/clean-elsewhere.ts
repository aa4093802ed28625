import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { CloudStandIn } from './cloud-kit.ts'

const SCRIPT = path.join(import.meta.dirname, 'heap-canary.ts')

/**
 * Cleans an account in a process of its own, and answers with how often `canary` is in its memory after `waitMs`. With `keep` the process
 * keeps the Secret on purpose.
 */
export async function cleanElsewhere(
  { origin, secret, cleaner }: CloudStandIn,
  { canary, waitMs, keep = false }: { canary: string; waitMs: number; keep?: boolean },
): Promise<{ found: string; times: number; kept: number }> {
  const backwards = [...canary].reverse().join('')
  const args = ['--expose-gc', SCRIPT, cleaner.provider, origin, backwards, String(waitMs), ...(keep ? ['keep'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify([...secret]))
  return JSON.parse(await text(child.stdout))
}

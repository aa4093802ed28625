import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { childEnv } from '#lib/env.ts'

interface CommandRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `hap` as a process with these settings; empty means unset. With `readerGone`, its output is closed. */
export async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { readerGone = false } = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, ['bin/hap.mjs', ...args], {
    env: childEnv({ DATABASE_URL: '', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  if (readerGone) child.stdout.destroy()
  const [out, err] = await Promise.all([readerGone ? '' : text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { code: Number(code ?? 1), out, err }
}

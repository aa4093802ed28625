import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'

/** A folder of programs in which `npx hap` runs the command of this project. */
export function makeBin(folder: string): string {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const hap = path.join(process.cwd(), 'bin', 'hap.mjs')
  writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${hap}" "$@"\n`)
  chmodSync(path.join(bin, 'npx'), 0o755)
  return bin
}

interface Where {
  readonly folder: string
  /** See makeBin. */
  readonly bin: string
  readonly env: Readonly<Record<string, string>>
}

interface Ran {
  readonly code: number
  readonly printed: string
}

/** Runs a command in a shell; the output includes stderr. */
export function runText(text: string, { folder, bin, env }: Where): Promise<Ran> {
  const own = childEnv({ PATH: `${bin}${path.delimiter}${childEnv().PATH ?? ''}`, ...env })
  return new Promise(resolve => {
    execFile('sh', ['-c', `{ ${text}; } 2>&1`], { cwd: folder, env: own, maxBuffer: 50_000_000 }, (error, printed) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, printed: printed.trimEnd() })
    })
  })
}

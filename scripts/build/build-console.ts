import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'
import { packStatic } from './pack-static.ts'

const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.js',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const STAMP = '.next/built-from'
const NEXT = path.join('node_modules', 'next', 'dist', 'bin', 'next')

/**
 * Builds the console unless the last build is of exactly these sources; `onBuild` hears of it before. Throws with the build's
 * output when it fails.
 */
export function buildConsole(onBuild: () => void = () => {}): void {
  const stamp = fingerprint()
  if (existsSync('.next/BUILD_ID') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  onBuild()
  const result = spawnSync(process.execPath, [NEXT, 'build'], {
    env: childEnv({ NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }),
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`The console could not be built.\n${result.stdout}${result.stderr}`)
  packStatic()
  writeFileSync(STAMP, stamp)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (entry: string) => {
    const stat = statSync(entry, { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(entry).sort()) visit(path.join(entry, name))
    else if (stat && !/\.test\.tsx?$/.test(entry))
      hash.update(entry).update('\0').update(readFileSync(entry)).update('\0')
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}

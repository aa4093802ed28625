import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'

const INSTALLED = '/usr/lib/postgresql'
/**
 * Folder of an unpacked package, which is downloaded once. When started by root, the server runs as another user, who
 * must have access.
 */
const UNPACKED = process.getuid?.() === 0 ? '/var/tmp/hap-postgresql' : path.resolve('.cache/postgresql')

/** Settings of a process that must not look for a server, because its parent found none or the developer wants none. */
export const WITHOUT_POSTGRES = { HAP_TEST_POSTGRES: 'none' } as const
/** Timeout for Debian’s mirror. */
const DOWNLOAD_MS = 45_000

/**
 * Folder with the programs of a PostgreSQL server: an installed one, else Debian’s package unpacked into .cache, which
 * needs no root. Null without either.
 */
export function findPostgres(): string | null {
  if (childEnv().HAP_TEST_POSTGRES === WITHOUT_POSTGRES.HAP_TEST_POSTGRES) return null
  return newest(INSTALLED) ?? newest(path.join(UNPACKED, INSTALLED)) ?? unpackDebian()
}

/** Folder with libraries that the server needs; null for an installed one. */
export function librariesOf(bin: string): string | null {
  if (!bin.startsWith(UNPACKED)) return null
  return readdirSync(path.join(UNPACKED, '/usr/lib'))
    .filter(name => name.endsWith('-linux-gnu'))
    .map(name => path.join(UNPACKED, '/usr/lib', name))
    .join(':')
}

/** Programs of the newest version in a folder that belongs to root or this user. */
function newest(folder: string): string | null {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (owner === undefined || (owner !== 0 && owner !== process.getuid?.())) return null
  const versions = readdirSync(folder)
    .filter(name => /^\d+$/.test(name))
    .sort((a, b) => Number(b) - Number(a))
  const bins = versions.map(version => path.join(folder, version, 'bin'))
  return (
    bins.find(bin => ['postgres', 'initdb', 'pg_ctl'].every(program => isExecutable(path.join(bin, program)))) ?? null
  )
}

/** Unpacks the packages of a server; null if it does not run because other libraries are missing. */
function unpackDebian(): string | null {
  const work = `${UNPACKED}.${process.pid}.tmp`
  mkdirSync(work, { recursive: true, mode: 0o755 })
  try {
    const server = packageName() ?? (quiet('apt-get', ['update', '-qq'], work) ? packageName() : null)
    if (server === null) return null
    // Some Debian releases lack libllvm for just-in-time compilation; the server works without it.
    if (!quiet('apt-get', ['download', '-qq', server, 'libpq5'], work)) return null
    const packages = readdirSync(work).filter(name => name.endsWith('.deb'))
    if (!packages.every(name => quiet('dpkg-deb', ['-x', name, 'root'], work))) return null
    if (newest(path.join(work, 'root', INSTALLED)) === null) return null
    rmSync(UNPACKED, { recursive: true, force: true })
    renameSync(path.join(work, 'root'), UNPACKED)
    const bin = newest(path.join(UNPACKED, INSTALLED))
    if (bin !== null && runs(bin)) return bin
    rmSync(UNPACKED, { recursive: true, force: true })
    return null
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function runs(bin: string): boolean {
  const env = childEnv({ LD_LIBRARY_PATH: librariesOf(bin) ?? '' })
  return spawnSync(path.join(bin, 'postgres'), ['--version'], { env, stdio: 'ignore' }).status === 0
}

/** Name of the server package of this Debian, `postgresql-15` for example. */
function packageName(): string | null {
  const { stdout } = spawnSync('apt-cache', ['depends', 'postgresql'], { encoding: 'utf8' })
  return /Depends: (postgresql-\d+)/.exec(stdout ?? '')?.[1] ?? null
}

function quiet(program: string, args: string[], cwd: string): boolean {
  return spawnSync(program, args, { cwd, stdio: 'ignore', timeout: DOWNLOAD_MS }).status === 0
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

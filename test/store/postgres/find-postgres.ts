import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'

const INSTALLED = '/usr/lib/postgresql'
/** Where an unpacked package is kept, so that it is fetched once. Started by root the server runs as another user, who must get there. */
const UNPACKED = process.getuid?.() === 0 ? '/var/tmp/hap-postgresql' : path.resolve('.cache/postgresql')

/** Settings of a process that is to look for no server: its parent found none, or the developer wants none. */
export const WITHOUT_POSTGRES = { HAP_TEST_POSTGRES: 'none' } as const
/** Time for Debian's mirror. */
const DOWNLOAD_MS = 45_000

/**
 * Folder with the programs of a PostgreSQL server: an installed one, else Debian's package unpacked into .cache, which needs no root.
 * Null where there is neither.
 */
export function findPostgres(): string | null {
  if (childEnv().HAP_TEST_POSTGRES === WITHOUT_POSTGRES.HAP_TEST_POSTGRES) return null
  return newest(INSTALLED) ?? newest(path.join(UNPACKED, INSTALLED)) ?? unpackDebian()
}

/** Folder with libraries the server needs beside its own programs; null for an installed one. */
export function librariesOf(bin: string): string | null {
  if (!bin.startsWith(UNPACKED)) return null
  return readdirSync(path.join(UNPACKED, '/usr/lib'))
    .filter(name => name.endsWith('-linux-gnu'))
    .map(name => path.join(UNPACKED, '/usr/lib', name))
    .join(':')
}

/** Programs of the newest version in a folder that nobody else can have put there. */
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

/** The packages a server consists of. Where other libraries are missing it does not run, and null is the answer. */
function unpackDebian(): string | null {
  const work = `${UNPACKED}.${process.pid}.tmp`
  mkdirSync(work, { recursive: true, mode: 0o755 })
  try {
    const server = packageName() ?? (quiet('apt-get', ['update', '-qq'], work) ? packageName() : null)
    if (server === null) return null
    // Not every Debian has libllvm for just-in-time compilation; the server goes without.
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

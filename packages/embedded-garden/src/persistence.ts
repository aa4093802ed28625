import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { createPersonas, type Persona, type TokenUser } from '#embedded-garden/auth/garden-users.ts'
import { createServerCertificates, type ServerCertificates } from '#embedded-garden/tls/certificates.ts'
import { createSigningKey } from '#embedded-garden/tls/token-keys.ts'

const Certificates = z.object({ caCertificate: z.string(), certificate: z.string(), privateKey: z.string() })
const SigningKey = z.object({ privateKey: z.string() })
const Tokens = z.object({ admin: z.string(), viewer: z.string(), operator: z.string() })
const Address = z.object({ port: z.number().int() })

/** The lock of a folder, held by one process at a time. */
export interface FolderLock {
  /** Throws when this process has lost the folder. */
  assertHeld(): void
  release(): void
}

/** Locks the folder of a garden. */
export interface FolderLocking {
  /** Throws when another process holds the folder for longer than `waitMs`. */
  readonly lock: (folder: string, options: { readonly waitMs: number }) => Promise<FolderLock>
  /** Name of the lock file in the folder. */
  readonly file: string
}

/** A file of the garden's folder is unusable; the message explains the repair. */
export class GardenFileError extends Error {
  override readonly name = 'GardenFileError'
}

/** The folder below the data folder that persists a garden. One process at a time may use it. */
export class GardenFolder {
  readonly #folder: string
  readonly #lock: FolderLock

  private constructor(folder: string, lock: FolderLock) {
    this.#folder = folder
    this.#lock = lock
  }

  /** Locks the folder. Throws what `locking` throws. */
  static async open(dataDir: string, locking: FolderLocking, waitMs: number): Promise<GardenFolder> {
    const folder = folderOf(dataDir)
    return new GardenFolder(folder, await locking.lock(folder, { waitMs }))
  }

  /** Must be called before each write below the folder. Throws when another process has taken over the folder. */
  assertHeld(): void {
    this.#lock.assertHeld()
  }

  get journalFile(): string {
    return path.join(this.#folder, 'objects.log')
  }

  /** Objects inside the shoots. */
  get shootsFolder(): string {
    return path.join(this.#folder, 'shoots')
  }

  /** The certificates of the first start, so that kubeconfigs stay valid. */
  async certificates(now: Date): Promise<ServerCertificates> {
    const kept = read(this.#file('certificates.json'), Certificates)
    if (kept) return kept
    const created = await createServerCertificates(now)
    this.#write('certificates.json', JSON.stringify(created))
    return created
  }

  /** The key of the first start, so that tokens stay valid. */
  async signingKey(): Promise<string> {
    const kept = read(this.#file('signing-key.json'), SigningKey)
    if (kept) return kept.privateKey
    const privateKey = await createSigningKey()
    this.#write('signing-key.json', JSON.stringify({ privateKey }))
    return privateKey
  }

  personas(): Record<Persona, TokenUser> {
    const personas = createPersonas(read(this.#file('tokens.json'), Tokens) ?? {})
    const tokens = { admin: personas.admin.token, viewer: personas.viewer.token, operator: personas.operator.token }
    this.#write('tokens.json', JSON.stringify(tokens))
    return personas
  }

  /** The port of the last start, so that existing kubeconfigs stay valid. */
  lastPort(): number {
    return read(this.#file('address.json'), Address)?.port ?? 0
  }

  rememberPort(port: number): void {
    this.#write('address.json', JSON.stringify({ port }))
  }

  writeKubeconfig(as: Persona, content: string): void {
    this.assertHeld()
    writeWhole(kubeconfigFile(path.dirname(this.#folder), as), content)
  }

  release(): void {
    this.#lock.release()
  }

  #file(name: string): string {
    return path.join(this.#folder, name)
  }

  #write(name: string, content: string): void {
    this.assertHeld()
    writeWhole(this.#file(name), content)
  }
}

/** Path of the kubeconfig that a garden writes for a persona. */
export function kubeconfigFile(dataDir: string, as: Persona): string {
  return path.join(folderOf(dataDir), `kubeconfig-${as}.yaml`)
}

/**
 * Deletes the persisted garden; returns false when there is none. Throws the error of `locking`
 * while a garden runs.
 */
export async function resetGarden(dataDir: string, locking: FolderLocking): Promise<boolean> {
  const folder = folderOf(dataDir)
  if (!existsSync(folder)) return false
  const lock = await locking.lock(folder, { waitMs: 0 })
  try {
    // The release removes the lock file last.
    for (const name of readdirSync(folder)) {
      if (name !== locking.file) rmSync(path.join(folder, name), { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
  return true
}

function folderOf(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'garden')
}

/** Writes the file atomically: a full disk leaves the old file or none, never a partial one. */
function writeWhole(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new GardenFileError(
      `${file} is damaged. Remove it and start again: a new one is made, and kubeconfigs that rest on it have to be fetched again.`,
    )
  }
}

import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Operations of Emscripten's file system that change something on the disk. */
const CHANGES = {
  node_ops: ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'],
  stream_ops: ['setattr', 'write', 'msync'],
} as const

type Operations = Record<string, (...args: readonly unknown[]) => unknown>

/** Input or output error, as WASI counts. */
const EIO = 29

/**
 * The files of an embedded database, which call `beforeWrite` ahead of each change. Where it throws, the change fails as on a broken disk,
 * and nothing of it reaches the folder.
 */
export class FencedFiles extends NodeFS {
  readonly #beforeWrite: () => void

  constructor(folder: string, beforeWrite: () => void) {
    super(folder)
    this.#beforeWrite = beforeWrite
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const fence = (mod: PGlite['Module']) => {
      // The types tell nothing of what is in it; each database has one of its own.
      const files = mod.FS.filesystems.NODEFS as unknown as Readonly<Record<keyof typeof CHANGES, Operations>>
      for (const [group, names] of [
        ['node_ops', CHANGES.node_ops],
        ['stream_ops', CHANGES.stream_ops],
      ] as const) {
        for (const name of names) this.#fence(files[group], name, () => new mod.FS.ErrnoError(EIO))
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [fence, ...(emscriptenOpts.preRun ?? [])] } }
  }

  #fence(operations: Operations, name: string, failure: () => Error): void {
    const operation = operations[name]
    if (operation === undefined) throw new Error(`The embedded database has no file operation ${name}.`)
    operations[name] = (...args) => {
      try {
        this.#beforeWrite()
      } catch {
        throw failure()
      }
      return operation(...args)
    }
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A simulated disk: while it is full, writes of the process to its open files fail with ENOSPC. */
interface Disk {
  /** Settings of the process. */
  readonly settings: Readonly<Record<string, string>>
  fill(): void
  makeRoom(): void
  remove(): void
}

export function diskOf(): Disk {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-disk-'))
  const mark = path.join(folder, 'full')
  // Standard output and error are not on this disk.
  const source = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const right = fs.writeSync
    fs.writeSync = (file, ...rest) => {
      if (file > 2 && fs.existsSync(${JSON.stringify(mark)}))
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
      return right(file, ...rest)
    }
    syncBuiltinESMExports()`
  return {
    settings: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` },
    fill: () => writeFileSync(mark, ''),
    makeRoom: () => rmSync(mark),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

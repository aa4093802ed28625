import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'

/** Starts the program with a compile cache for the next process. */
const START = `import { enableCompileCache } from 'node:module'
enableCompileCache(import.meta.dirname)
await import('./worker.mjs')
`

let bundle: Promise<string> | null = null

/**
 * Bundles the program of a worker once per run: loading hundreds of modules would cost each of a thousand processes
 * more than a second.
 */
export function workerBundle(): Promise<string> {
  bundle ??= build()
  return bundle
}

async function build(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-worker-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const program = await rolldown({
    input: path.join(import.meta.dirname, 'worker.ts'),
    platform: 'node',
    // Only packages use it.
    checks: { eval: false },
  })
  await program.write({ dir: folder, format: 'esm', entryFileNames: 'worker.mjs' })
  await program.close()
  const start = path.join(folder, 'start.mjs')
  writeFileSync(start, START)
  return start
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenStore, openStore } from '#lib/store/open-store.ts'
import { NO_EVENTS } from '#lib/store/store.ts'

const SLOW_MS = 60_000

/** Measures on a new embedded database in a folder, like that of a console. */
export async function onStore<Figure>(measure: (store: OpenStore) => Promise<Figure>): Promise<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-bench-'))
  try {
    const database = { folder: path.join(folder, 'database') }
    const store = await openStore({ database, slowMs: SLOW_MS, events: NO_EVENTS })
    try {
      return await measure(store)
    } finally {
      await store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

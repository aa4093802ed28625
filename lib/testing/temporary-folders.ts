import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Makes new folders for the tests of a file, which are gone after the last one. */
export function temporaryFolders(name: string): () => string {
  const root = mkdtempSync(path.join(tmpdir(), `hap-${name}-`))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return () => mkdtempSync(path.join(root, '_'))
}

import { chmodSync, rmSync, statSync } from 'node:fs'
import { rolldown } from 'rolldown'

/** The packed command line, relative to the root. */
export const PACKED_CLI = 'dist/hap.mjs'

/**
 * Packs the commands that need neither a database nor Gardener of their own into one file, which runs on Node.js 22.19 or newer without
 * node_modules. Returns its size in bytes.
 */
export async function packCli(file = PACKED_CLI): Promise<number> {
  rmSync(file, { force: true })
  const bundle = await rolldown({ input: 'bin/packed.ts', platform: 'node', checks: { pluginTimings: false } })
  await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true, banner: '#!/usr/bin/env node' })
  await bundle.close()
  chmodSync(file, 0o755)
  return statSync(file).size
}

import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

/** The tracer that is part of Next.js and traces its server. */
const TRACER = 'next/dist/compiled/@vercel/nft'
const ENTRIES = ['bin/hap.mjs', 'scripts/image/start.ts', 'scripts/image/health.mjs']
/** The image has its own Node.js. */
const IGNORED = ['node_modules/.bin/**', 'node_modules/node-*/**']

interface Trace {
  readonly fileList: ReadonlySet<string>
}

const Tracer = z.object({
  nodeFileTrace: z.custom<(entries: readonly string[], options: object) => Promise<Trace>>(
    value => typeof value === 'function',
  ),
})

/** Every file that the entries can load, relative to `root`. Default: the command line and the start of the image. */
export async function traceFiles(root: string, entries = ENTRIES): Promise<readonly string[]> {
  const { nodeFileTrace } = Tracer.parse(createRequire(`${root}/package.json`)(TRACER))
  const { fileList } = await nodeFileTrace(
    entries.map(entry => path.resolve(root, entry)),
    {
      base: root,
      processCwd: root,
      ts: true,
      conditions: ['node', 'import'],
      ignore: IGNORED,
      readFile: sourceOf,
    },
  )
  return [...fileList].toSorted()
}

/** The file as Node.js runs it, with types removed, which the tracer cannot parse. */
async function sourceOf(file: string): Promise<Buffer | string | null> {
  try {
    const text = await readFile(file)
    return file.endsWith('.ts') ? stripTypeScriptTypes(text.toString()) : text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'EISDIR') return null
    throw error
  }
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { childEnv } from '#lib/env.ts'

const SOURCES = [
  'app',
  'components',
  'lib',
  'packages',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.js',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const STAMP = '.next/built-from'
const STANDALONE_SERVER = '.next/standalone/server.js'
const NEXT = path.join('node_modules', 'next', 'dist', 'bin', 'next')

interface BuildOptions {
  /**
   * Whether the build includes the standalone server of the image. It copies all traced files, so it fails when another
   * process changes files of the data folder at the same time. Default: true.
   */
  readonly isStandalone?: boolean
  /** Called before a build; not called when the last build used the same files. */
  readonly onBuild?: () => void
  /** Ends the build. */
  readonly signal?: AbortSignal
}

/** Builds the console unless the last build used exactly these sources. Throws with the output of a failed build. */
export async function buildConsole({ onBuild, signal, isStandalone = true }: BuildOptions = {}): Promise<void> {
  const stamp = fingerprint()
  const isCurrent = existsSync('.next/BUILD_ID') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp
  if (isCurrent && (existsSync(STANDALONE_SERVER) || !isStandalone)) return
  onBuild?.()
  const { code, output } = await runBuild(isStandalone, signal)
  if (code !== 0) throw new Error(`The console could not be built.\n${output}`)
  await packStatic()
  writeFileSync(STAMP, stamp)
}

async function runBuild(
  isStandalone: boolean,
  signal: AbortSignal | undefined,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [NEXT, 'build'], {
    env: childEnv({
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      STANDALONE: isStandalone ? 'on' : 'off',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { code: Number(code ?? 1), output }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (entry: string) => {
    const stat = statSync(entry, { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(entry).sort()) visit(path.join(entry, name))
    else if (stat && !/\.test\.tsx?$/.test(entry))
      hash.update(entry).update('\0').update(readFileSync(entry)).update('\0')
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}

const STATIC = path.join('.next', 'static')
const PACKED = /\.(js|css)$/
const compress = promisify(brotliCompress)

/** Writes a Brotli copy (`name.br`) of each static text file if it is smaller. The gate offers the copies to browsers. */
async function packStatic(folder = STATIC): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter(name => PACKED.test(name)).map(name => pack(path.join(folder, name))))
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file)
  const packed = await compress(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
  })
  if (packed.length < text.length) await writeFile(`${file}.br`, packed)
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const STATIC = path.join('.next', 'static')
const PACKED = /\.(js|css)$/
const compress = promisify(brotliCompress)

/** Writes each text of the build's static files as Brotli beside it, as `name.br`, where that is smaller. The gate offers them to browsers. */
export async function packStatic(folder = STATIC): Promise<void> {
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

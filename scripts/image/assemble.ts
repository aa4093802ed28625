import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { traceFiles } from './trace-files.ts'

/** The folder that the Dockerfile copies to /app. */
export const IMAGE = path.join('.next', 'image')

const STANDALONE = path.join('.next', 'standalone')
/**
 * Files that the server loads. Its start resolves paths at run time, so the build's tracer adds the whole project folder,
 * including outputs of tests. `traceFiles` finds the sources of the command line.
 */
const SERVED = /^(\.next|node_modules)\/|^(package\.json|server\.js)$/
/** An image library, which the console does not use. */
const UNUSED = /^node_modules\/(@img|sharp)\//

/** Creates the folder of the image from the last build. Returns its files with their sizes in bytes. Throws without a build. */
export async function assembleImage(): Promise<ReadonlyMap<string, number>> {
  if (!existsSync(path.join(STANDALONE, 'server.js')))
    throw new Error('There is no build to make the image of. Run: npm run build')
  rmSync(IMAGE, { recursive: true, force: true })
  const files = new Map<string, number>()
  const copy = (from: string, to: string) => {
    if (files.has(to)) return
    const target = path.join(IMAGE, to)
    mkdirSync(path.dirname(target), { recursive: true })
    copyFileSync(from, target)
    files.set(to, statSync(target).size)
  }
  const copyFolder = (folder: string, to: string, has: (name: string) => boolean = () => true) => {
    for (const from of filesIn(folder)) {
      const name = path.relative(folder, from)
      if (!has(name)) continue
      if (lstatSync(from).isSymbolicLink()) link(readlinkSync(from), path.join(IMAGE, to, name))
      else copy(from, path.join(to, name))
    }
  }
  copyFolder(STANDALONE, '', name => SERVED.test(name) && !UNUSED.test(name))
  copyFolder(path.join('.next', 'static'), path.join('.next', 'static'))
  copyFolder('public', 'public')
  for (const file of await traceFiles(process.cwd())) if (statSync(file).isFile()) copy(file, file)
  return files
}

/** Does not follow links, because the build links packages by a second name. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(file) : [file]
  })
}

function link(to: string, at: string): void {
  mkdirSync(path.dirname(at), { recursive: true })
  symlinkSync(to, at)
}

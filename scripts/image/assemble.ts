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

/** The folder that Dockerfile copies to /app. */
export const IMAGE = path.join('.next', 'image')

const STANDALONE = path.join('.next', 'standalone')
/**
 * What the server loads. Its start-up resolves paths at run time, so the build's tracer adds the whole project folder,
 * outputs of tests included. `traceFiles` finds the sources that the command line runs.
 */
const SERVED = /^(\.next|node_modules)\/|^(package\.json|server\.js)$/
/** A library for pictures, which the console does not use. */
const UNUSED = /^node_modules\/(@img|sharp)\//

/** Makes the folder of the image from the last build. Out: its files with their sizes in bytes. Throws when nothing is built. */
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

/** Links are not followed: the build links packages by a second name. */
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

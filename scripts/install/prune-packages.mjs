// Removes files from node_modules that neither the console nor a test loads, about a quarter of its size. Plain JavaScript, because
// it runs after every `npm ci` on the Node.js of npm.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Unneeded paths in node_modules. */
const UNUSED = [
  // Source maps, which only a debugger of packages would need.
  /\.map$/,
  // Headers of Node.js, which only native builds would need.
  /^node-[\w-]+\/include$/,
  // Query compilers of databases that the console does not support.
  /^@prisma\/client\/runtime\/\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./,
]

if (process.argv[1] === fileURLToPath(import.meta.url)) prunePackages()

/** Removes the unused files of a folder. Returns their number. */
export function prunePackages(folder = PACKAGES) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => name.split(path.sep).join('/'))
  const unused = files.filter(name => UNUSED.some(pattern => pattern.test(name)))
  for (const name of unused) rmSync(path.join(folder, name), { recursive: true, force: true })
  return unused.length
}

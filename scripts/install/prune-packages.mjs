// Removes from node_modules what neither the console nor a test loads, about a quarter of its size. Plain JavaScript, as it runs after
// every `npm ci`, on the Node.js that runs npm.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Paths within node_modules that nothing needs. */
const UNUSED = [
  // Source maps of packages: no debugger steps into them.
  /\.map$/,
  // Headers of Node.js: nothing is compiled against it.
  /^node-[\w-]+\/include$/,
  // Query compilers of databases that the console does not support.
  /^@prisma\/client\/runtime\/\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./,
]

if (process.argv[1] === fileURLToPath(import.meta.url)) prunePackages()

/** Removes the unused files of a folder. Out: how many. */
export function prunePackages(folder = PACKAGES) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => name.split(path.sep).join('/'))
  const unused = files.filter(name => UNUSED.some(pattern => pattern.test(name)))
  for (const name of unused) rmSync(path.join(folder, name), { recursive: true, force: true })
  return unused.length
}

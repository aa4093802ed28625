// Runs a TypeScript file of this project: `node scripts/with-node.mjs FILE [ARGUMENT…]`. Plain JavaScript, so that an old Node.js can report the required version.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `This needs Node.js 22.19 or newer; it runs on ${process.versions.node}.\n` +
      'On Linux (x64, arm64), macOS (x64) and Windows (x64) "npm ci" brings Node.js 24 along: run it again without --omit=optional.\n' +
      'Elsewhere install Node.js 24 from https://nodejs.org and repeat the command.',
  )
  process.exit(1)
}

const [file = '', ...rest] = process.argv.slice(2)
process.argv = [process.argv[0] ?? 'node', path.resolve(file), ...rest]
await import(pathToFileURL(path.resolve(file)).href)

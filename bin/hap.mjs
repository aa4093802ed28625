#!/usr/bin/env node
// Plain JavaScript for any Node.js: runs the command line, on the project's own Node.js when this one is too old.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

if (isNewEnough(process.versions.node)) {
  // Keeps the compiled TypeScript in the folder for temporary files: the second start takes a third of the time.
  module.enableCompileCache?.()
  await import('./hap.ts')
} else {
  const node = fileURLToPath(
    new URL(`../node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`, import.meta.url),
  )
  if (existsSync(node) && isNewEnough(versionOf(node))) runWith(node)
  else explain()
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

/** @param {string} node */
function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '')
  } catch {
    return '0'
  }
}

/** @param {string} node */
function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes; the child must not hear it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', explain)
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}

function explain() {
  console.error(`hap needs Node.js 22.19 or newer; this is ${process.versions.node}.`)
  console.error(
    'Run "npm ci" in the project: it brings Node.js 24 along on Linux (x64, arm64), macOS (x64) and Windows (x64).',
  )
  console.error('Elsewhere install Node.js 24 from https://nodejs.org and repeat the command.')
  process.exitCode = 1
}

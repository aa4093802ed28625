import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { childEnv } from '#lib/env.ts'

/** The headless shell first: the same engine with less overhead. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PACKAGE = 'chromium-headless-shell'

/**
 * Path of a Chromium for the browser tests: installed, otherwise Playwright's, otherwise Debian's package (needs apt-get and root).
 * Throws with all attempts.
 */
export function findBrowser(): string {
  const tried: string[] = []
  for (const [what, find] of SOURCES) {
    const found = find()
    if (found) return found
    tried.push(what)
  }
  throw new Error(
    `No browser for the end-to-end tests. Tried ${tried.join(', ')}. Install Chromium and repeat the command.`,
  )
}

const SOURCES: readonly (readonly [string, () => string | null])[] = [
  ['an installed Chromium', installed],
  ["Playwright's", () => executable(chromium.executablePath())],
  ["Playwright's download", downloaded],
  ["Debian's package", fromDebian],
]

function installed(): string | null {
  const folders = (childEnv().PATH ?? '').split(path.delimiter)
  for (const name of NAMES) {
    for (const folder of folders) {
      const found = executable(path.join(folder, name))
      if (found) return found
    }
  }
  return null
}

function downloaded(): string | null {
  const result = spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 180_000,
  })
  return result.status === 0 ? executable(chromium.executablePath()) : null
}

function fromDebian(): string | null {
  const env = childEnv({ DEBIAN_FRONTEND: 'noninteractive' })
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'], env, timeout: 600_000 }
  spawnSync('apt-get', ['update', '-qq'], options)
  const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGE], options)
  return result.status === 0 ? installed() : null
}

function executable(file: string): string | null {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return null
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { buildConsole } from './build-console.ts'

const folder = temporaryFolders('build-console')

const NEXT = `
const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('.next')
mkdirSync('.next/static')
writeFileSync('.next/static/page.js', 'again and '.repeat(100))
writeFileSync('.next/BUILD_ID', '1')
if (process.env.STANDALONE === 'on') {
  mkdirSync('.next/standalone')
  writeFileSync('.next/standalone/server.js', '')
}
`

/** A minimal project with a fake Next.js. */
function project(): string {
  const place = folder()
  const next = path.join(place, 'node_modules/next/dist/bin')
  mkdirSync(next, { recursive: true })
  writeFileSync(path.join(next, 'next'), NEXT)
  writeFileSync(path.join(place, 'proxy.ts'), 'first')
  const cwd = process.cwd()
  process.chdir(place)
  onTestFinished(() => process.chdir(cwd))
  return place
}

test('announces only an actual build, and packs its files', async () => {
  const place = project()
  const onBuild = vi.fn()
  await buildConsole({ onBuild })
  expect(onBuild).toHaveBeenCalledTimes(1)
  const packed = readFileSync(path.join(place, '.next/static/page.js.br'))
  expect(brotliDecompressSync(packed).toString()).toBe('again and '.repeat(100))
  await buildConsole({ onBuild })
  expect(onBuild).toHaveBeenCalledTimes(1)

  await buildConsole({ onBuild, isStandalone: false })
  expect(onBuild).toHaveBeenCalledTimes(1)

  writeFileSync(path.join(place, 'proxy.ts'), 'second')
  await expect(buildConsole({ onBuild })).rejects.toThrow('could not be built')
  expect(onBuild).toHaveBeenCalledTimes(2)
})

test('a build without the standalone server is not reused where that server is needed', async () => {
  const place = project()
  const onBuild = vi.fn()
  await buildConsole({ onBuild, isStandalone: false })
  await buildConsole({ onBuild, isStandalone: false })
  expect(onBuild).toHaveBeenCalledTimes(1)
  rmSync(path.join(place, 'node_modules/next/dist/bin/next'))
  await expect(buildConsole({ onBuild })).rejects.toThrow('could not be built')
  expect(onBuild).toHaveBeenCalledTimes(2)
})

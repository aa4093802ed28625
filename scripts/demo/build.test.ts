import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { buildConsole } from './build.ts'

const folder = temporaryFolders('demo-build')

/** A project with Next.js of one line, which counts its builds. */
function project(): string {
  const place = folder()
  const next = path.join(place, 'node_modules/next/dist/bin')
  mkdirSync(next, { recursive: true })
  writeFileSync(
    path.join(next, 'next'),
    "require('node:fs').mkdirSync('.next'); require('node:fs').writeFileSync('.next/BUILD_ID', '1')",
  )
  writeFileSync(path.join(place, 'proxy.ts'), 'first')
  const cwd = process.cwd()
  process.chdir(place)
  onTestFinished(() => process.chdir(cwd))
  return place
}

test('a build is announced where there is one, and only there', () => {
  const place = project()
  const onBuild = vi.fn()
  buildConsole(onBuild)
  expect(onBuild).toHaveBeenCalledTimes(1)
  buildConsole(onBuild)
  expect(onBuild).toHaveBeenCalledTimes(1)

  writeFileSync(path.join(place, 'proxy.ts'), 'second')
  expect(() => buildConsole(onBuild)).toThrow('could not be built')
  expect(onBuild).toHaveBeenCalledTimes(2)
})

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

// npm omits packages that the registry cannot serve at the time, and `npm ci` then fails on other platforms.
test('the lock file holds every optional package, for all platforms', () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !(`node_modules/${name}` in packages) && !(`${parent}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

const manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestOf = (folder: string) =>
  manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
const ROOT = manifestOf('.')

test.each(ROOT.workspaces)('%s states the same versions as the root', folder => {
  const versions = { ...ROOT.devDependencies, ...ROOT.dependencies }
  const other = Object.entries(manifestOf(folder).dependencies).filter(
    ([name, version]) => (versions[name] ?? version) !== version,
  )
  expect(other).toEqual([])
})

test('the Dockerfile copies the files that npm ci reads before it runs npm ci', () => {
  const [before = ''] = readFileSync('Dockerfile', 'utf8').split(/^RUN npm ci/m)
  const copied = [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
  const scripts = [...(ROOT.scripts['postinstall'] ?? '').matchAll(/\bscripts\/\S+/g)].map(([script]) => script)
  const read = [
    'package.json',
    'package-lock.json',
    ...ROOT.workspaces.map(folder => `${folder}/package.json`),
    ...scripts,
  ]
  expect(scripts).not.toEqual([])
  expect(read.filter(file => !copied.some(source => file === source || file.startsWith(`${source}/`)))).toEqual([])
  expect(copied.filter(source => !existsSync(source))).toEqual([])
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
})
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

test('the list of packages has every one of the lock file, at its version', () => {
  const { components } = Bom.parse(JSON.parse(execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8' })))
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const own = Object.entries(packages).flatMap(([place, { version }]) =>
    place === '' ? [] : `${place.replace(/^.*node_modules\//, '')}@${version}`,
  )
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter(name => !listed.has(name))).toEqual([])
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ purl: z.string() })),
})
const Lock = z.object({
  // A workspace has an entry with its name, and a link without a version in node_modules.
  packages: z.record(
    z.string(),
    z.object({ name: z.string().optional(), version: z.string().optional(), link: z.boolean().optional() }),
  ),
})

test('the list of packages has every one of the lock file, at its version', () => {
  const { components } = Bom.parse(JSON.parse(execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8' })))
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|\?.*$/g, '')))
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const own = Object.entries(packages).flatMap(([place, { name, version, link }]) =>
    place === '' || link ? [] : `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`,
  )
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter(name => !listed.has(name))).toEqual([])
})

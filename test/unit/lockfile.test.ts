import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

// npm leaves out what a registry cannot serve on the day, and `npm ci` then fails on every other machine.
test('the lock file holds every optional package, for all platforms', () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !(`node_modules/${name}` in packages) && !(`${parent}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

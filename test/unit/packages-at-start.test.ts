import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../../scripts/architecture/imports.ts'
import { resolveImport } from '../../scripts/architecture/rules.ts'

/** Packages that the runtime loads without further settings: all static imports, without those by `import()`. */
function packagesAtStart(entry: string): {
  readonly packages: ReadonlySet<string>
  readonly files: ReadonlySet<string>
} {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file) || !file.endsWith('.ts')) return
    files.add(file)
    for (const { specifier, typeOnly, statement } of importsOf(readFileSync(file, 'utf8'))) {
      if (typeOnly || /\bimport\($/.test(statement.replace(/\s*['"].*$/s, ''))) continue
      const target = resolveImport(file, specifier)
      if (target === null) packages.add(specifier)
      else visit(target)
    }
  }
  visit(entry)
  return { packages, files }
}

test('a start without settings for metrics and traces does not load their packages', () => {
  const { packages, files } = packagesAtStart('lib/runtime/start.ts')
  expect(files.size).toBeGreaterThan(300)
  expect(packages).toContain('pino')
  expect([...packages].filter(name => name === 'prom-client' || name.startsWith('@opentelemetry/'))).toEqual([])
  for (const [entry, name] of [
    ['lib/runtime/metrics/start-metrics.ts', 'prom-client'],
    ['lib/telemetry/traces.ts', '@opentelemetry/sdk-trace'],
  ] as const) {
    expect(files).not.toContain(entry)
    expect(packagesAtStart(entry).packages).toContain(name)
  }
})

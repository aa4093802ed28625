/** The ending of a file determines its tier: `npm test` runs the fast one, `npm run test:deep` the deep one. */
export type Tier = 'fast' | 'deep'

interface Suite {
  readonly runner: 'vitest' | 'playwright'
  readonly config: string
  /** The folder of a file determines its suite: the longest matching folder wins. */
  readonly folders: readonly string[]
  /** The only ending of its files, which are next to files of another suite. */
  readonly ownEnding?: string
}

export const SUITES = {
  components: {
    runner: 'vitest',
    config: 'test/browser/vitest.config.ts',
    folders: ['app', 'components'],
    ownEnding: '.browser.test.tsx',
  },
  unit: {
    runner: 'vitest',
    config: 'vitest.config.ts',
    folders: ['app', 'bin', 'components', 'lib', 'packages', 'scripts', 'test/unit'],
  },
  store: {
    runner: 'vitest',
    config: 'test/store/vitest.config.ts',
    folders: ['test/store'],
  },
  claims: {
    runner: 'vitest',
    config: 'test/claims/vitest.config.ts',
    folders: ['test/claims'],
  },
  operators: {
    runner: 'vitest',
    config: 'test/operators/vitest.config.ts',
    folders: ['test/operators'],
  },
  cluster: { runner: 'vitest', config: 'test/cluster/vitest.config.ts', folders: ['test/cluster'] },
  e2e: { runner: 'playwright', config: 'playwright.config.ts', folders: ['e2e/console'] },
} as const satisfies Readonly<Record<string, Suite>>

export type SuiteName = keyof typeof SUITES

/** Endings of the test files of each runner, preceded by `.deep` in the deep tier. */
const ENDINGS = { vitest: ['.test.ts', '.test.tsx'], playwright: ['.e2e.ts'] } as const
const DEEP = /\.deep\.(test\.tsx?|e2e\.ts)$/
/** Both tiers run properties; the deep one repeats them more often. */
const PROPERTY = /\.property\.test\.tsx?$/
const OWN_ENDINGS = Object.values<Suite>(SUITES).flatMap(({ ownEnding }) => ownEnding ?? [])

/** The suite and the tiers of a file, or null for a file that no test command runs. */
export function resolveTestFile(file: string): { readonly suite: SuiteName; readonly tiers: readonly Tier[] } | null {
  const own = OWN_ENDINGS.find(ending => file.endsWith(ending))
  const found = Object.entries<Suite>(SUITES).find(
    ([, { folders, ownEnding }]) => ownEnding === own && folders.some(folder => file.startsWith(`${folder}/`)),
  )
  if (!found || !endingsOf(found[1]).some(ending => file.endsWith(ending))) return null
  const tiers: readonly Tier[] = PROPERTY.test(file) ? ['fast', 'deep'] : [DEEP.test(file) ? 'deep' : 'fast']
  return { suite: found[0] as SuiteName, tiers }
}

/** Globs of a suite's files in one tier, for a vitest config; `within` limits them to one folder of the suite. */
export function testFiles(name: SuiteName, tier: Tier, within?: string): { include: string[]; exclude: string[] } {
  const suite: Suite = SUITES[name]
  const folders = within === undefined ? suite.folders : [within]
  const deep = folders.map(folder => `${folder}/**/*.deep.test.{ts,tsx}`)
  const properties = folders.map(folder => `${folder}/**/*.property.test.{ts,tsx}`)
  if (tier === 'deep') return { include: [...deep, ...properties], exclude: [] }
  const all = folders.flatMap(folder => endingsOf(suite).map(ending => `${folder}/**/*${ending}`))
  const others = suite.ownEnding ? [] : OWN_ENDINGS.map(ending => `**/*${ending}`)
  return { include: all, exclude: [...deep, ...others] }
}

function endingsOf({ runner, ownEnding }: Suite): readonly string[] {
  return ownEnding ? [ownEnding] : ENDINGS[runner]
}

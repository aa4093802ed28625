import type { KnipConfig } from 'knip'

/** Unused files, exports, types and packages of the whole repository. */
const REPOSITORY: KnipConfig = {
  // Programs that npm scripts, the image and other programs start by their path.
  entry: [
    '{bench/*,{scripts,test}/**/{main,run,short,acceptance,mixed,*-child,*worker}}.ts',
    'scripts/{serve,architecture/check,test/count-*}.ts',
    'scripts/image/{start.ts,health.mjs}',
    'bench/lib/garden-server.ts',
    'e2e/support/readme-pictures.ts',
    'lib/operators/cleanup/testing/heap-canary.ts',
    'test/contract/ability.ts',
    'test/fuzz/rules.ts',
  ],
  project: ['**/*.{ts,tsx,js,mjs}'],
  vitest: { config: ['vitest.config.ts', 'test/*/vitest.config.ts'] },
  // The machine provides kubectl, promtool, apt-get and the like.
  exclude: ['binaries'],
}

/** What only tests use: a test may look at a part that its own file uses too. */
const PRODUCT: KnipConfig = {
  entry: ['scripts/**/!(*.test).{ts,mjs}!'],
  project: ['{app,bin,components,lib,scripts}/**/*.{ts,tsx,mjs}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!'],
  include: ['files', 'exports', 'types'],
  ignoreExportsUsedInFile: true,
}

const config = ({ production }: { readonly production?: boolean }): KnipConfig => (production ? PRODUCT : REPOSITORY)

export default config

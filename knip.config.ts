import type { KnipConfig } from 'knip'

/** Unused files, exports, types and packages of the whole repository. */
const REPOSITORY: KnipConfig = {
  workspaces: {
    '.': {
      // Programs started by path: from npm scripts, the image and other programs.
      entry: [
        '{bench/*,{scripts,test}/**/{main,run,short,acceptance,mixed,*-child,*worker}}.ts',
        'scripts/{serve,architecture/check,test/count-*}.ts',
        'scripts/image/{start.ts,health.mjs}',
        'bench/lib/garden-server.ts',
        'bin/packed.ts',
        'e2e/support/readme-pictures.ts',
        'lib/operators/cleanup/testing/heap-canary.ts',
        'test/contract/ability.ts',
        'test/fuzz/rules.ts',
      ],
      project: ['**/*.{ts,tsx,js,mjs}'],
      vitest: { config: ['vitest.config.ts', 'test/*/vitest.config.ts'] },
    },
    'packages/embedded-garden': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.ts'],
      // Used from this repository.
      includeEntryExports: true,
    },
  },
  // Commands of the machine, such as kubectl, promtool and apt-get.
  exclude: ['binaries'],
}

/** Exports that only tests use. A test may use an export that its own file uses too. */
const PRODUCT: KnipConfig = {
  workspaces: {
    '.': {
      entry: ['scripts/**/!(*.test).{ts,mjs}!', 'bin/packed.ts!'],
      project: ['{app,bin,components,lib,scripts}/**/*.{ts,tsx,mjs}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!'],
    },
    'packages/embedded-garden': {
      project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
      includeEntryExports: true,
    },
  },
  include: ['files', 'exports', 'types'],
  ignoreExportsUsedInFile: true,
}

const config = ({ production }: { readonly production?: boolean }): KnipConfig => (production ? PRODUCT : REPOSITORY)

export default config

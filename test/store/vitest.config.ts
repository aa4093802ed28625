import { defineConfig } from 'vitest/config'

const shared = { include: ['test/store/*.store.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

/** Every test of the store runs on both databases. */
export default defineConfig({
  test: {
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      { extends: true, test: { ...shared, name: 'embedded', provide: { database: 'embedded' } } },
      { extends: true, test: { ...shared, name: 'postgres', provide: { database: 'postgres' } } },
    ],
  },
})

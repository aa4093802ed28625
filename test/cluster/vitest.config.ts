import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/cluster/*.cluster.ts'],
    // All files share one cluster.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
})

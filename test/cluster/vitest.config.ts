import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/cluster/*.deep.test.ts'],
    // All files share one cluster.
    fileParallelism: false,
    // Long, because on a busy machine the garbage collector of a real server takes half a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

import { defineConfig } from 'vitest/config'
import { POLL_LIMIT } from '../../scripts/test/poll-limit.ts'

export default defineConfig({
  test: {
    expect: POLL_LIMIT,
    include: ['test/cluster/*.deep.test.ts'],
    // All files share one cluster.
    fileParallelism: false,
    // Long, because on a busy machine the garbage collector of a real server takes half a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

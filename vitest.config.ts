import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'lib/**/*.test.ts',
      'bin/**/*.test.ts',
      'app/**/*.test.ts?(x)',
      'components/**/*.test.ts?(x)',
      'scripts/**/*.test.ts',
      'test/unit/**/*.test.ts',
    ],
    environment: 'node',
    // More than cores: some tests wait for much of their time.
    maxWorkers: '150%',
    // Some look at a hundred thousand cases, on machines that are busy.
    testTimeout: 30_000,
  },
})

import { expect, test } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { Shutdown } from './shutdown.ts'
import { startCleanup } from './start-cleanup.ts'

test.each([{}, { HAP_CLEANERS: 'aws', HAP_ROLES: 'web' }, { HAP_ROLES: 'operators' }])(
  'nobody cleans without both a cleaner and the operators: %j',
  async settings => {
    const env = parseEnv(settings)
    if (!env.ok) throw new Error(env.problems[0]?.problem)
    // It asks for nothing of what cleaning needs.
    const parts = {} as Parameters<typeof startCleanup>[1]
    expect(await startCleanup(env.env, parts, new Shutdown(() => {}))).toBeNull()
  },
)

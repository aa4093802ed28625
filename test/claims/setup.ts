import { afterAll } from 'vitest'

// Files of one process share modules; Vitest runs this file for each of them. It imports at the end, because a test
// file cannot mock a module that was loaded before.
afterAll(async () => {
  const { stopFileGarden } = await import('./claim-world.ts')
  await stopFileGarden()
})

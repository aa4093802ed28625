import { afterAll } from 'vitest'

// Files of one process share modules; Vitest runs this for each of them. Imported at the end: a test file cannot replace a module that
// was loaded before it.
afterAll(async () => {
  const { stopFileGarden } = await import('./claim-world.ts')
  await stopFileGarden()
})

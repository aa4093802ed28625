import { afterAll } from 'vitest'
import { stopFileGarden } from './claim-world.ts'

// Files of one process share modules; Vitest runs this for each of them.
afterAll(stopFileGarden)

import { z } from 'zod'

/** An object as YAML, without managedFields. */
export const ObjectYaml = z.object({ yaml: z.string() })

/** What was asked for is under way. */
export const Named = z.object({ name: z.string() })

import { z } from 'zod'

/** An object as YAML, without managedFields. */
export const ObjectYaml = z.object({ yaml: z.string() })

/** Name of the object of an accepted request. */
export const Named = z.object({ name: z.string() })

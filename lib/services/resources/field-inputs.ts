import { z } from 'zod'
import { selectorProblem } from '#lib/operators/api/validate-selector.ts'

/** A region or a type of machines. */
export const PlaceName = z
  .string()
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'use letters, digits, dots, hyphens and underscores, a letter or digit at both ends',
  )

/** Some labels; one without a value is left out. */
export function Labels<Key extends string>(keys: readonly Key[]) {
  const value = z
    .string()
    .regex(
      /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/,
      'use at most 63 letters, digits, dots, hyphens and underscores, a letter or digit at both ends',
    )
  return z
    .strictObject(Object.fromEntries(keys.map(key => [key, value.exactOptional()])))
    .default({})
    .transform(labels =>
      Object.fromEntries(Object.entries(labels).flatMap(([key, each]) => (each ? [[key, each]] : []))),
    )
}

/** A subscriptionSelector. It is judged here, so that what is wrong with it is told beside what is wrong elsewhere. */
export const SelectorText = z
  .string()
  .min(1, 'is needed')
  .max(300)
  .superRefine((text, context) => {
    const message = selectorProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

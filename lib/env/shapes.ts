import { z } from 'zod'
import { type PoolMarks, parseMarks } from '../hap/pools/alarm.ts'
import { isBlockedPort } from '../http/blocked-ports.ts'
import { Secret } from '../secret.ts'

/** `on` or `off`. */
export const flag = (example: string) =>
  z.enum(['on', 'off'], { error: `must be "on" or "off", for example ${example}` }).transform(value => value === 'on')

/** A text that is shown to nobody. */
export const secretText = (text: z.ZodString) => text.transform(value => new Secret(value))

/** Texts between commas. */
export const list = z.string().transform(text =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== ''),
)

/** A whole number within bounds. */
export const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number)
    .refine(value => value >= least && value <= most, { error: `must be a whole number from ${least} to ${most}` })

const refused = ({ input }: { readonly input?: unknown }) =>
  `must not be ${input}: no browser opens a page on that port, whoever listens there`

/** A port that browsers open pages on. */
export const pagePort = integer(1, 65535).refine(port => !isBlockedPort(port), { error: refused })

/** An address that browsers open. */
export const pageAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(url => !isBlockedPort(Number(URL.parse(url)?.port)), { error: refused })

/** Key of a label, `kyma-project.io/plan`: a prefix is a DNS name, the rest at most 63 characters (Kubernetes). */
export const labelKey = z
  .string()
  .max(317, { error: 'must be the key of a label' })
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/, {
    error: 'must be the key of a label',
  })
  .nullable()

/** Name of a Kubernetes namespace. */
export const namespace = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, { error: 'must be a Kubernetes namespace' })

/** Name of a ConfigMap. */
export const configMapName = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, { error: 'must be the name of a ConfigMap' })

/** A low and a high mark, also of single pools. */
export const marks = (unit: 'accounts' | 'days', example: string) =>
  z.string().transform((text, { issues }): PoolMarks => {
    const parsed = parseMarks(text, unit)
    if (parsed) return parsed
    issues.push({ code: 'custom', input: text, message: `must be a low and a high mark in ${unit}, like ${example}` })
    return z.NEVER
  })

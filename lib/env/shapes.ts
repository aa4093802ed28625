import { z } from 'zod'
import { type PoolMarks, parseMarks } from '../hap/pools/alarm.ts'
import { Secret } from '../util/secret.ts'

export interface Setting<Schema extends z.ZodType> {
  readonly schema: Schema
  /** Value of an unset or empty variable; undefined without a default. */
  readonly fallback?: string
  readonly example: string
  readonly meaning: string
  /** Whether the value is hidden everywhere. */
  readonly secret?: true
}

/** Declares a setting and infers the type of its schema. */
export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry
}

/** `on` or `off`. */
export const flag = (example: string) =>
  z.enum(['on', 'off'], { error: `must be "on" or "off", for example ${example}` }).transform(value => value === 'on')

/** A text that is wrapped in Secret. */
export const secretText = (text: z.ZodString) => text.transform(value => new Secret(value))

/** Comma-separated texts. */
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

const refused = (port: unknown) => `must not be ${port}: browsers block this port`

/** A port that browsers accept for pages. */
export const pagePort = integer(1, 65535).refine(port => !isBlockedPort(port), {
  error: ({ input }) => refused(input),
})

/** An address that browsers accept for pages. Messages quote no part of it but the port. */
export const pageAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(url => !isBlockedPort(Number(URL.parse(url)?.port)), {
    error: ({ input }) => refused(`an address with port ${URL.parse(String(input))?.port}`),
  })
  .refine(hasNoUserInfo, { error: 'must not contain a user or password' })

/** Whether an address has neither user nor password, which pages and logs would show. */
export function hasNoUserInfo(address: string): boolean {
  const url = URL.parse(address)
  return url === null || (url.username === '' && url.password === '')
}

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

/** A low and a high threshold, with overrides by pool. */
export const marks = (unit: 'accounts' | 'days', example: string) =>
  z.string().transform((text, { issues }): PoolMarks => {
    const parsed = parseMarks(text, unit)
    if (parsed) return parsed
    issues.push({ code: 'custom', input: text, message: `must be a low and a high mark in ${unit}, like ${example}` })
    return z.NEVER
  })

/** The bad ports of the Fetch standard, to which browsers and `fetch` of Node.js refuse to connect. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Whether browsers refuse to open a page on this port. */
export function isBlockedPort(port: number): boolean {
  return BLOCKED_PORTS.has(port)
}

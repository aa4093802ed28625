import { readFileSync } from 'node:fs'
import type { ZodType } from 'zod'
import { SETTINGS } from '#lib/env.ts'

/** Settings that Kubernetes sets, unsafe ones of Node.js, and those of the embedded garden only. */
const NOT_OF_A_POD = ['KUBERNETES_SERVICE_HOST', 'NODE_TLS_REJECT_UNAUTHORIZED', 'HAP_GARDEN_SIZE', 'HAP_GARDEN_SEED']

/** The settings that the templates of the chart set themselves. */
function ownSettings(): readonly string[] {
  const template = readFileSync('charts/hap-console/templates/_container.tpl', 'utf8')
  return [...template.matchAll(/name: ([A-Z][A-Z_]+)\b/g)].flatMap(([, name]) => name ?? [])
}

/** Whole numbers of which each numeric setting accepts at least one. */
const NUMBERS = ['0', '7', '300', '9000']

/**
 * YAML 1.1 reads `off` as false, `0123` as 83 and `12e4` as a number. So a setting accepts a boolean or
 * a number only where the value determines its text; a text of digits and the address of a server are checked here. Helm
 * refuses other values and names the key. Helm parses a number before it validates it: `010` is 8 there.
 */
function typeOf(schema: ZodType) {
  const accepts = (text: string) => schema.safeParse(text).success
  const isFlag = accepts('off') && !accepts('text')
  const isNumber = NUMBERS.some(accepts) && !accepts('text')
  const type = ['string', ...(isFlag ? ['boolean'] : []), ...(isNumber ? ['integer'] : [])]
  const range = isNumber ? { minimum: 0, maximum: 999_999_999, pattern: '^(0|[1-9][0-9]*)?$' } : {}
  const isAddress = accepts('https://a.example.com') && !accepts('text')
  const pattern = isAddress ? { pattern: '^(https?://.*)?$' } : {}
  return { type, ...range, ...pattern, ...(isFlag && !accepts('on') ? { not: { const: true } } : {}) }
}

/** The schemas of the values `settings` and `secretSettings`. Each setting of the console is in one of them or set by the chart. */
export function settingsSchemas() {
  const own = [...ownSettings(), ...NOT_OF_A_POD]
  const all = Object.entries(SETTINGS).filter(([name]) => !own.includes(name))
  const secret = all.filter(([, each]) => 'secret' in each).map(([name]) => name)
  const open = all.filter(([, each]) => !('secret' in each))
  return {
    settings: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        open.map(([name, { schema, meaning }]) => [name, { ...typeOf(schema), description: meaning }]),
      ),
    },
    secretSettings: {
      type: 'array',
      uniqueItems: true,
      items: { enum: secret },
      contains: { const: 'DATABASE_URL' },
    },
  }
}

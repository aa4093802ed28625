import { readFileSync } from 'node:fs'
import { SETTINGS } from '#lib/env.ts'

/** What Kubernetes sets, and what the embedded garden alone knows. */
const NOT_OF_A_POD = ['KUBERNETES_SERVICE_HOST', 'HAP_GARDEN_SIZE', 'HAP_GARDEN_SEED']

/** The settings that the templates of the chart set themselves. */
function ownSettings(): readonly string[] {
  const template = readFileSync('charts/hap-console/templates/_container.tpl', 'utf8')
  return [...template.matchAll(/name: ([A-Z][A-Z_]+)\b/g)].flatMap(([, name]) => name ?? [])
}

/** The schemas of the values `settings` and `secretSettings`: names of settings the console has, each in one of them or set by the chart. */
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
        open.map(([name, { meaning }]) => [name, { type: ['string', 'number', 'boolean'], description: meaning }]),
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

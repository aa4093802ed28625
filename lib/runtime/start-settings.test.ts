import { afterEach, expect, test, vi } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { ConfigMapObject } from '#lib/garden/resources/objects.ts'
import { SettingsFiles } from '#lib/settings/settings-files.ts'
import { Shutdown } from './shutdown.ts'
import { startKebRules } from './start-settings.ts'

vi.mock('#lib/telemetry/log.ts', () => ({ log: () => ({ error: vi.fn(), warn: vi.fn() }), logError: vi.fn() }))

const shutdown = new Shutdown(() => undefined)
afterEach(() => shutdown.run())

const RULES = 'rule: [aws -> EU, azure, azure_lite, free, gcp, preview, sap-converged-cloud, trial]\n'
const refused = new GardenError({ kind: 'forbidden', doing: 'read it', because: 'the role may not.' })

/** Follows KEB's ConfigMap with this content, or a read that fails. */
async function follow(found: ConfigMapObject['data'] | GardenError | null) {
  const files = new SettingsFiles({
    rulesFile: null,
    plansFile: null,
    requiredPlans: null,
    multiAccountFile: null,
    embedded: false,
    semantics: 'keb',
  })
  const env = { HAP_KCP_NAMESPACE: 'kcp-system', HAP_KEB_CONFIGMAP: 'keb', HAP_RULES_FILE: null }
  const get = async () => {
    if (found instanceof GardenError) throw found
    return { metadata: {}, data: found } as never
  }
  const problems = await startKebRules(env, files, found === null ? null : { get }, shutdown)
  return { problems: problems(), first: files.active.ruleset.rules[0]?.text }
}

test('the rules of KEB are in force once its ConfigMap is read', async () => {
  expect(await follow({ 'hapRule.yaml': RULES })).toEqual({ problems: [], first: 'aws -> EU' })
})

test.each([
  ['there is no control plane', null, 'HAP_KCP_KUBECONFIG is not set.'],
  ['the ConfigMap has no rules', {}, 'ConfigMap kcp-system/keb has no hapRule.yaml.'],
  ['the role may not read it', refused, 'Could not read it: the role may not.'],
])('when %s, a message says so and which rules apply', async (_, found, cause) => {
  const { problems, first } = await follow(found)
  expect(problems).toEqual([`The rules of KEB cannot be read. ${cause} Predictions follow the built-in rules.`])
  expect(first).not.toBe('aws -> EU')
})

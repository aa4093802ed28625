import type { Runtime } from '#lib/runtime.ts'
import { type MetricSource, metricSource, single } from '#lib/telemetry/metrics/family.ts'
import { VERSION } from '#lib/version.ts'

const gauge = (help: string) => ({ type: 'gauge', help }) as const

/** Which version runs, by which rules, and what every page complains of. */
export function settingsMetrics({
  rules,
  settings,
  problems,
}: Pick<Runtime, 'rules' | 'settings' | 'problems'>): MetricSource {
  return metricSource(
    {
      hap_build_info: gauge('Version of the console'),
      hap_rules_revision: gauge('Number of the published rules in force; 0 while they are those of the settings'),
      hap_rules_valid: gauge('Whether the last published rules are in force, and those of the files as they are'),
      hap_problems: gauge('Sentences every page shows: a database that is away, settings or rules that are not valid'),
    },
    () => ({
      hap_build_info: [{ labels: { version: VERSION }, value: 1 }],
      hap_rules_revision: single(rules.active.publication?.number ?? 0),
      hap_rules_valid: single(rules.fault === null && settings.problems().length === 0 ? 1 : 0),
      hap_problems: single(problems().length),
    }),
  )
}

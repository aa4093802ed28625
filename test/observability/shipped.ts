import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

export const ALERT_TESTS_FILE = 'test/observability/alerts.yaml'
export const RULES_FILE = 'charts/hap-console/files/prometheus-rules.yaml'

const Rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
})

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
})

/** The shipped alerts. */
export function shippedAlerts() {
  const { groups } = Rules.parse(parse(readFileSync(RULES_FILE, 'utf8')))
  return groups.flatMap(({ rules }) => rules)
}

/** The panels of the shipped dashboard. */
export function shippedPanels() {
  return Dashboard.parse(JSON.parse(readFileSync('charts/hap-console/files/grafana-dashboard.json', 'utf8'))).panels
}

/** A metric of an expression, with the labels of its selectors. */
interface NamedMetric {
  readonly name: string
  readonly labels: readonly string[]
}

/** The metrics in a PromQL expression of this project, recognised by their prefix. */
export function metricsIn(expr: string): readonly NamedMetric[] {
  const named = expr.matchAll(/\b((?:hap|keb|kcp_keb|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)
  return Array.from(named, ([, name = '', matchers = '']) => ({
    name,
    labels: Array.from(matchers.matchAll(/(\w+)\s*[=!]/g), ([, label = '']) => label),
  }))
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ALERT_TESTS_FILE, metricsIn, shippedAlerts, shippedPanels } from '../observability/shipped.ts'

const AlertTests = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
})

const alerts = shippedAlerts()
const panels = shippedPanels()

/** Link anchors of the headings of a file. */
function anchorsOf(file: string): readonly string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe('each alert', () => {
  test.each(alerts.map(alert => [alert.alert, alert] as const))('%s has a runbook', (_name, alert) => {
    const [file = '', anchor = ''] = alert.annotations.runbook_url.split('#')
    expect(file).toMatch(/^docs\/runbooks\/[a-z]+\.md$/)
    expect(anchorsOf(file)).toContain(anchor)
  })

  test('has a unique name and uses metrics of the console', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    expect(alerts.filter(({ expr }) => metricsIn(expr).length === 0)).toEqual([])
  })
})

test('links between runbooks have existing headings as targets', () => {
  const files = [...new Set(alerts.map(({ annotations }) => annotations.runbook_url.split('#')[0] ?? ''))]
  expect(files.length).toBeGreaterThan(4)
  const links = files.flatMap(file =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([\w./-]*)#([\w-]+)\)/g),
      ([, to = '', anchor = '']) => ({
        file: to === '' ? file : `docs/runbooks/${to}`,
        anchor,
      }),
    ),
  )
  expect(links.filter(({ file, anchor }) => !anchorsOf(file).includes(anchor))).toEqual([])
})

test('panels of the dashboard do not overlap, and each has a unique id and metrics of the console', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const shown = panels.filter(({ type }) => type !== 'row')
  expect(shown.filter(({ targets }) => targets.every(({ expr }) => metricsIn(expr).length === 0))).toEqual([])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})

test('each alert has figures that raise it and figures that do not', () => {
  const { tests } = AlertTests.parse(parse(readFileSync(ALERT_TESTS_FILE, 'utf8')))
  const looks = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  const seen = (isRaised: boolean) =>
    new Set(looks.flatMap(look => (look.exp_alerts.length > 0 === isRaised ? [look.alertname] : [])))
  const names = alerts.map(({ alert }) => alert).toSorted()
  expect([...seen(true)].toSorted()).toEqual(names)
  expect([...seen(false)].toSorted()).toEqual(names)
})

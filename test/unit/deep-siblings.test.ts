import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveTestFile } from '../../scripts/test/suites.ts'
import { projectFiles } from '../../scripts/test/test-files.ts'

/** The fast sibling of a deep file, unless it is the file of the same name without `.deep`. */
const SIBLINGS: Readonly<Record<string, string>> = {
  'e2e/console/affected-clusters.deep.e2e.ts': 'e2e/console/actions.e2e.ts',
  'e2e/console/alarms.deep.e2e.ts': 'test/store/alarms.test.ts',
  'e2e/console/answer-deadline.deep.e2e.ts': 'lib/http/answer-deadline.test.ts',
  'e2e/console/api-fuzz.deep.e2e.ts': 'test/unit/api-fuzz-judge.test.ts',
  'e2e/console/audit-log.deep.e2e.ts': 'lib/runtime/start-audit.test.ts',
  'e2e/console/behind-tls.deep.e2e.ts': 'lib/auth/session-cookie.test.ts',
  'e2e/console/canary.deep.e2e.ts': 'lib/operators/kubeconfig/canary.test.ts',
  'e2e/console/checking-shoots.deep.e2e.ts': 'lib/services/actions/check-after-write.test.ts',
  'e2e/console/clocks.deep.e2e.ts': 'app/(console)/bindings/[kind]/[name]/act/action-fields.test.ts',
  'e2e/console/database.deep.e2e.ts': 'test/store/server/outage.test.ts',
  'e2e/console/empty.deep.e2e.ts': 'app/(console)/operators/waiting/waiting-view.test.tsx',
  'e2e/console/every-action.deep.e2e.ts': 'e2e/console/actions.e2e.ts',
  'e2e/console/full-disk.deep.e2e.ts': 'test/store/embedded/disk-full.test.ts',
  'e2e/console/garden-down.deep.e2e.ts': 'lib/garden/reflector/outages.test.ts',
  'e2e/console/handbook.deep.e2e.ts': 'test/unit/guide/run.test.ts',
  'e2e/console/hap-cli.deep.e2e.ts': 'bin/console-commands.test.ts',
  'e2e/console/history.deep.e2e.ts': 'test/store/recorder.test.ts',
  'e2e/console/hostile-addresses.deep.e2e.ts': 'e2e/console/answers.e2e.ts',
  'e2e/console/identity.deep.e2e.ts': 'lib/auth/oidc/identity.test.ts',
  'e2e/console/image.deep.e2e.ts': 'scripts/image/trace-files.test.ts',
  'e2e/console/job-restart.deep.e2e.ts': 'test/store/job-crash.test.ts',
  'e2e/console/landscape.deep.e2e.ts': 'test/store/landscape.test.ts',
  'e2e/console/looks.deep.e2e.ts': 'e2e/console/accessibility.e2e.ts',
  'e2e/console/lost-answer.deep.e2e.ts': 'test/claims/faults.test.ts',
  'e2e/console/numbers.deep.e2e.ts': 'e2e/console/overview.e2e.ts',
  'e2e/console/observe-mode.deep.e2e.ts': 'lib/api/handle-request.test.ts',
  'e2e/console/packed-files.deep.e2e.ts': 'lib/http/static-files.test.ts',
  'e2e/console/ready.deep.e2e.ts': 'lib/queries/readiness.test.ts',
  'e2e/console/refused-accounts.deep.e2e.ts': 'test/claims/refused-accounts.test.ts',
  'e2e/console/rotation.deep.e2e.ts': 'lib/garden/client/credentials.test.ts',
  'e2e/console/rules-cases.deep.e2e.ts': 'app/(console)/rules/cases/use-cases.test.ts',
  'e2e/console/rules-editor.deep.e2e.ts': 'app/(console)/rules/editor/rules-editor.test.ts',
  'e2e/console/rules-impact.deep.e2e.ts': 'app/(console)/rules/impact/impact-tab.test.tsx',
  'e2e/console/server-clock.deep.e2e.ts': 'test/store/server/clocks-apart.test.ts',
  'e2e/console/allowlist-upgrade.deep.e2e.ts': 'test/store/inherit-allowlist.test.ts',
  'e2e/console/settings.deep.e2e.ts': 'lib/settings/settings-files.test.ts',
  'e2e/console/simulator-compare.deep.e2e.ts': 'app/(console)/simulator/compare/comparison-choice.test.ts',
  'e2e/console/simulator-explain.deep.e2e.ts': 'bin/hap.test.ts',
  'e2e/console/simulator-link.deep.e2e.ts': 'app/(console)/simulator/link/link.test.ts',
  'e2e/console/sources.deep.e2e.ts': 'lib/queries/health.test.ts',
  'e2e/console/start.deep.e2e.ts': 'lib/data-dir/data-dir.test.ts',
  'e2e/console/step-up.deep.e2e.ts': 'lib/auth/sign-in-time.test.ts',
  'e2e/console/storm.deep.e2e.ts': 'lib/garden/writes/live-writes.test.ts',
  'e2e/console/widths.deep.e2e.ts': 'components/data-table/data-table.browser.test.tsx',
  'lib/operators/kubeconfig/memory.deep.test.ts': 'lib/operators/kubeconfig/canary.test.ts',
  'test/claims/slow-queue.deep.test.ts': 'test/claims/faults.test.ts',
  'test/cluster/actions.deep.test.ts': 'lib/services/actions/actions.test.ts',
  'test/cluster/chart.deep.test.ts': 'test/unit/chart/roles.test.ts',
  'test/cluster/client.deep.test.ts': 'lib/garden/client/live-client.test.ts',
  'test/cluster/console.deep.test.ts': 'e2e/console/overview.e2e.ts',
  'test/cluster/framework.deep.test.ts': 'lib/operators/framework/live-controller.test.ts',
  'test/cluster/inventory.deep.test.ts': 'lib/garden/inventory/live-inventory.test.ts',
  'test/cluster/kubeconfig.deep.test.ts': 'lib/operators/kubeconfig/live-kubeconfig.test.ts',
  'test/cluster/operators.deep.test.ts': 'lib/operators/api/validation.test.ts',
  'test/cluster/publish.deep.test.ts': 'test/store/publish-rules.test.ts',
  'test/cluster/rights.deep.test.ts': 'lib/operators/api/roles.test.ts',
  'test/cluster/rules.deep.test.ts': 'test/store/rules-config-map.test.ts',
  'test/cluster/shoot.deep.test.ts': 'packages/embedded-garden/src/shoot-servers/shoot-access.test.ts',
  'test/operators/canary.deep.test.ts': 'lib/operators/kubeconfig/canary.test.ts',
  'test/operators/cleaning.deep.test.ts': 'lib/operators/cleanup/clean-account.test.ts',
  'test/store/server/pooler.deep.test.ts': 'test/store/server/migrate.test.ts',
  'test/unit/chart/helm.deep.test.ts': 'test/unit/chart/chart.test.ts',
  'test/unit/promtool.deep.test.ts': 'test/unit/observability.test.ts',
}

const deep = projectFiles().filter(file => resolveTestFile(file)?.tiers.join() === 'deep')

test.each(deep)('%s has a small sibling in the fast tier', file => {
  const sibling = SIBLINGS[file] ?? file.replace('.deep.', '.')
  expect(existsSync(sibling), `${sibling} does not exist`).toBe(true)
  expect(resolveTestFile(sibling)?.tiers).toContain('fast')
})

test('the table of siblings names no other files', () => {
  const named = Object.keys(SIBLINGS)
  expect(named.filter(file => !deep.includes(file) || existsSync(file.replace('.deep.', '.')))).toEqual([])
})

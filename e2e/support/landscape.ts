import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { EXAMPLE_MULTI_ACCOUNT } from '#lib/hap/lifecycle/multi-account-document.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { type StartOptions, startGarden } from '#lib/runtime/garden-process.ts'
import { buildConsole } from '../../scripts/build/build-console.ts'
import { startTestConsole } from '../../test/kit/console.ts'
import type { ConsoleDatabase } from './console-database.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { AWS_LIMIT } from './small-landscape.ts'

/** A console on its own garden, both real processes, with the files and settings that tests need. */
export interface Landscape {
  readonly url: string
  /** Database of the console. */
  readonly database: ConsoleDatabase
  /** PID of the console. */
  readonly pid: number
  /** `DATA_DIR` of each process. */
  readonly dataDirs: { readonly console: string; readonly garden: string }
  /** Kubeconfig file of the garden's administrator. */
  readonly adminKubeconfig: string
  readonly rulesFile: string
  readonly multiAccountFile: string
  stop(): Promise<void>
}

/** Key of the console's session cookies, with which tests create cookies of their own. */
export const SESSION_SECRET = 'of-the-end-to-end-tests-and-nothing-else'

/** Starts a garden and a console. `settings` are added to the console's settings for tests; `persona` is its role in the garden. */
export async function startLandscape(
  size: StartOptions['size'],
  settings: Readonly<Record<string, string>> = {},
  persona: 'operator' | 'viewer' = 'operator',
): Promise<Landscape> {
  await buildConsole()
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-e2e-'))
  const rulesFile = path.join(folder, 'rules.yaml')
  writeFileSync(rulesFile, rulesText(DEFAULT_RULES))
  const multiAccountFile = path.join(folder, 'multi-account.yaml')
  writeFileSync(multiAccountFile, multiAccountText(multiAccountOf(size)))
  const dataDirs = { console: path.join(folder, 'console'), garden: path.join(folder, 'garden') }
  const garden = await startGarden({
    dataDir: dataDirs.garden,
    size,
    seed: 1,
    faults: true,
    throttle: false,
  })
  const database = settings.DATABASE_URL === undefined ? 'embedded' : 'server'
  if (database === 'embedded') copyEmptyDatabase(dataDirs.console)
  const consoleSettings = {
    KUBECONFIG: garden.kubeconfigFile(persona),
    HAP_KCP_KUBECONFIG: garden.kubeconfigFile(persona),
    DATA_DIR: dataDirs.console,
    HAP_LANDSCAPE: 'e2e',
    HAP_SESSION_SECRET: SESSION_SECRET,
    // Tests of a lost connection wait for this time; on a busy machine watches are up to five seconds late.
    HAP_STALE_AFTER: '15',
    HAP_RULES_FILE: rulesFile,
    HAP_MULTI_ACCOUNT_FILE: multiAccountFile,
    ...settings,
  }
  const server = await startTestConsole(consoleSettings, { capture: true })
  return {
    url: server.url,
    database,
    pid: server.process.pid ?? 0,
    dataDirs,
    adminKubeconfig: garden.kubeconfigFile('admin'),
    rulesFile,
    multiAccountFile,
    async stop() {
      const log = server.output()
      process.stdout.write(log)
      await server.stop()
      await garden.stop()
      rmSync(folder, { recursive: true, force: true })
      requireFittingReplies(log)
    },
  }
}

/** Throws if the log of a console reports an API response that its declaration does not allow. */
function requireFittingReplies(log: string): void {
  const misfits = log.split('\n').filter(line => MISFIT.test(line))
  if (misfits.length > 0) throw new Error(`Replies of the API do not fit their declarations:\n${misfits.join('\n')}`)
}

const MISFIT = /does not fit its schema|which it does not declare/

/** Limits with which the landscape has one full account and one over its limit. */
function multiAccountOf(size: StartOptions['size']): MultiAccount {
  const { limits } = EXAMPLE_MULTI_ACCOUNT
  if (size !== 'small' || limits === null) return EXAMPLE_MULTI_ACCOUNT
  return { ...EXAMPLE_MULTI_ACCOUNT, limits: { ...limits, providers: { ...limits.providers, aws: AWS_LIMIT } } }
}

/** A rule file with these rules. */
export function rulesText(rules: readonly string[]): string {
  return `hap:\n  rule:\n${rules.map(rule => `    - ${JSON.stringify(rule)}\n`).join('')}`
}

/** A settings file with these settings; JSON is valid YAML. */
export function multiAccountText({ allowed, limits, minBindingsForGuard }: MultiAccount): string {
  const settings = {
    allowedGlobalAccounts: allowed,
    limits: limits && { default: limits.default, ...limits.providers },
    minBindingsForGuard,
  }
  return JSON.stringify({ hap: { multiHyperscalerAccount: settings } })
}

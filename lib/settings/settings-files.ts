import { statSync } from 'node:fs'
import { type Env, usesEmbeddedGarden } from '#lib/env.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { type FileReport, formatReport, loadKebRules, loadMultiAccount, loadPlans, loadRules } from './load-settings.ts'

/** The files of the settings; null for a default. */
export interface SettingsSources {
  readonly rulesFile: string | null
  readonly plansFile: string | null
  readonly requiredPlans: readonly string[] | null
  readonly multiAccountFile: string | null
  /** Whether the console uses the embedded garden, for which the default of allowlist and limits is an example. */
  readonly embedded: boolean
  readonly semantics: Semantics
}

/** The text of KEB's rules in its ConfigMap, which replaces the rules file in observe mode. */
export interface KebRules {
  /** Names the ConfigMap. */
  readonly place: string
  readonly text: string
}

type SourceEnv = Pick<
  Env,
  | 'HAP_RULES_FILE'
  | 'HAP_PLANS_FILE'
  | 'HAP_REQUIRED_PLANS'
  | 'HAP_MULTI_ACCOUNT_FILE'
  | 'HAP_SEMANTICS'
  | 'KUBECONFIG'
  | 'KUBERNETES_SERVICE_HOST'
>

/** The files that the environment names. */
export function settingsSources(env: SourceEnv): SettingsSources {
  return {
    rulesFile: env.HAP_RULES_FILE,
    plansFile: env.HAP_PLANS_FILE,
    requiredPlans: env.HAP_REQUIRED_PLANS,
    multiAccountFile: env.HAP_MULTI_ACCOUNT_FILE,
    embedded: usesEmbeddedGarden(env),
    semantics: env.HAP_SEMANTICS,
  }
}

/** The settings in force. */
interface ActiveSettings {
  readonly ruleset: Ruleset
  /** The document from which the rules are parsed. */
  readonly rulesText: string
  readonly plans: Plans
  readonly multiAccount: MultiAccount
  /** Whether the rules are those of KEB instead of the rules file. */
  readonly ofKeb: boolean
}

/** A settings file is invalid; the message lists every finding. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * The settings of files, reread when a file changes. An invalid file at the start is an error; later the last valid settings stay in force, and
 * `problems()` reports it.
 */
export class SettingsFiles {
  readonly #places: SettingsSources
  #active: ActiveSettings
  #warnings: string
  #seen: string
  #problems: readonly string[] = []
  #revision = 0
  #keb: KebRules | null = null

  /** Throws SettingsError with every finding of every file. */
  constructor(places: SettingsSources) {
    this.#places = places
    this.#seen = this.#fingerprint()
    const loaded = load(places)
    if (!loaded.settings) throw new SettingsError(describe(loaded.reports))
    this.#active = loaded.settings
    this.#warnings = describe(loaded.reports)
  }

  get active(): ActiveSettings {
    return this.#active
  }

  /** Counts the changes of the settings in force. */
  get revision(): number {
    return this.#revision
  }

  /** Warnings as text; empty without any. */
  get warnings(): string {
    return this.#warnings
  }

  /** Messages for every page while a file is invalid and older settings are in force. */
  problems(): readonly string[] {
    return this.#problems
  }

  /**
   * Replaces the rules file with the rules that KEB has now. Invalid rules leave the last valid ones in force, and `problems()` reports
   * them. Returns whether settings or problems changed.
   */
  followKeb(keb: KebRules): boolean {
    if (keb.text === this.#keb?.text) return false
    this.#keb = keb
    return this.#reload()
  }

  /** Rereads the files if one has changed; called regularly. Returns whether settings or problems changed. */
  refresh(): boolean {
    const now = this.#fingerprint()
    if (now === this.#seen) return false
    this.#seen = now
    return this.#reload()
  }

  #reload(): true {
    const { settings, reports } = load(this.#places, this.#keb)
    if (settings) {
      this.#active = settings
      this.#revision++
      this.#warnings = describe(reports)
      this.#problems = []
    } else {
      this.#problems = reports.filter(({ value }) => value === null).map(keptSentence)
    }
    return true
  }

  #fingerprint(): string {
    const { rulesFile, plansFile, multiAccountFile } = this.#places
    return [rulesFile, plansFile, multiAccountFile].map(file => (file === null ? '' : stampOf(file))).join('|')
  }
}

interface Loaded {
  readonly settings: ActiveSettings | null
  readonly reports: readonly FileReport<unknown>[]
}

function load(
  { rulesFile, plansFile, requiredPlans, multiAccountFile, embedded, semantics }: SettingsSources,
  keb: KebRules | null = null,
): Loaded {
  const plans = loadPlans(plansFile, requiredPlans)
  const multiAccount = loadMultiAccount(multiAccountFile, embedded, plans.value ?? DEFAULT_PLANS)
  // Rules are validated with plans, so that invalid plans prevent it.
  if (plans.value === null) return { settings: null, reports: [plans, multiAccount] }
  const policy = policyOf(semantics)
  const rules =
    keb === null ? loadRules(rulesFile, plans.value, policy) : loadKebRules(keb.place, keb.text, plans.value, policy)
  const reports = [plans, rules, multiAccount]
  if (rules.value === null || multiAccount.value === null) return { settings: null, reports }
  const settings = {
    ruleset: rules.value,
    rulesText: rules.lines.text,
    plans: plans.value,
    multiAccount: multiAccount.value,
    ofKeb: keb !== null,
  }
  return { settings, reports }
}

function describe(reports: readonly FileReport<unknown>[]): string {
  return reports
    .map(formatReport)
    .filter(text => text !== '')
    .join('\n')
}

function keptSentence({ file, findings }: FileReport<unknown>): string {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const where = first?.place ? ` line ${first.place.line}` : ''
  const more = errors.length > 1 ? ` ${errors.length - 1} more of its kind.` : ''
  return `${file}${where} is not valid, so the last good version stays in force: ${first?.message ?? ''}${more}`
}

/** A fingerprint of a file; changes also when a link is replaced, as in a mounted ConfigMap. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true })
    return `${ino}.${size}.${mtimeNs}`
  } catch {
    return 'unreadable'
  }
}

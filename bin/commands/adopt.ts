import { CONTROL_COMMANDS } from '#lib/control/protocol.ts'
import { type Env, env } from '#lib/env.ts'
import type { AdoptionQuestion } from '#lib/services/adoption/adopt.ts'
import { type AdoptionReport, leftByReason, readReport } from '#lib/services/adoption/adoption-report.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { adoptAlone } from './lib/database/adopt-alone.ts'
import { consoleOrAlone } from './lib/database/console-or-alone.ts'
import { explained } from './lib/database/explained.ts'
import { parseOptions } from './lib/options.ts'

const HELP = `
Usage:
  hap adopt [--dry-run] [--json]

Registers the clusters that run in the landscape and that no claim in the database is for, each as a claim marked as adopted. A
console does so by itself at its first start; shoots that come later without a claim are counted, and registered by this
command. To adopt again changes nothing.

  --dry-run  only tells what would be registered, and changes nothing: a database of an older version is left as it is
  --json     the report as JSON

A console that runs in DATA_DIR is asked. Without one, the database is that of DATABASE_URL or the embedded one in DATA_DIR, and
the landscape that of KUBECONFIG; the database is brought up to this version first.
`

/** Maximum number of shoot names listed per reason. */
const SHOWN = 5

export const command: Command = {
  help: HELP,
  run: (args, io) => {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    } as const
    const { values } = parseOptions(args, options, { least: 0, most: 0 })
    return explained(io, async () => {
      const report = await asked(env(), { dryRun: values['dry-run'] })
      if (values.json) io.out(JSON.stringify(report, null, 2))
      else print(report, io)
      return EXIT.ok
    })
  },
}

async function asked(settings: Env, args: AdoptionQuestion): Promise<AdoptionReport> {
  const errand = { command: CONTROL_COMMANDS.adopt, args, alone: () => adoptAlone(settings, args) }
  for await (const line of consoleOrAlone(settings.DATA_DIR, errand)) return readReport(line)
  throw new Error('There was no answer.')
}

function print(report: AdoptionReport, io: Io): void {
  const { namespace, dryRun, registered, globalAccounts, accounts, known, claimedBindings, foreign } = report
  const owners = `${counted(globalAccounts, 'global account')} on ${counted(accounts, 'account')}`
  const verb = dryRun ? 'Would register' : 'Registered'
  io.out(`${verb} ${counted(registered, 'cluster')} of ${namespace}${registered === 0 ? '' : `, of ${owners}`}.`)
  io.out(
    `Claims were there for ${counted(known, 'cluster')}. ${counted(claimedBindings, 'binding')} belong to a global account.`,
  )
  if (foreign.length > 0) io.out(`On an account of another global account: ${names(foreign)}.`)
  for (const { why, shoots } of leftByReason(report)) {
    const examples = shoots.map(({ cluster, binding }) => (binding === null ? cluster : `${cluster} on ${binding}`))
    io.out(`Not registered: ${shoots.length.toLocaleString('en')} ${why} (${names(examples)}).`)
  }
}

function names(all: readonly string[]): string {
  const more = all.length - SHOWN
  return all.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}

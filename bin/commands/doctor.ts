import { EnvError, env, unknownNames } from '#lib/env.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { type Checkup, type Verdict, wrong } from './lib/doctor/checkup.ts'
import { examine } from './lib/doctor/examine.ts'
import { parseOptions } from './lib/options.ts'

const HELP = `
Usage:
  hap doctor [--json]

Checks everything that a console with the settings of this environment needs: settings and rules, TLS and the certificate at HAP_URL,
the identity provider and its clock, the database with its version and migrations, the API servers with their versions and clocks, and
each permission on the API servers. It prints each problem, its consequence and its fix. It changes nothing.

  --json  the results as JSON

Exit code: 0 no problem; 1 at least one problem; 2 the settings cannot be read.
`

export const command: Command = {
  help: HELP,
  run: async (args, io) => {
    const { values } = parseOptions(args, { json: { type: 'boolean', default: false } }, { least: 0, most: 0 })
    const { checks, code } = await findings()
    if (values.json) io.out(JSON.stringify({ ok: code === EXIT.ok, checks }, null, 2))
    else print(checks, io)
    return code
  },
}

async function findings(): Promise<{ readonly checks: readonly Checkup[]; readonly code: number }> {
  try {
    const checks = await examine(env(), unknownNames())
    return { checks, code: checks.some(({ verdict }) => verdict === 'wrong') ? EXIT.wrong : EXIT.ok }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const checks = error.message
      .split('\n')
      .map(line => wrong('settings', line, 'Correct it, and run the command again; nothing else was checked.'))
    return { checks, code: EXIT.usage }
  }
}

const MARKS: Readonly<Record<Verdict, string>> = { well: 'ok', note: 'note', wrong: 'WRONG', skipped: '-' }

function print(checks: readonly Checkup[], io: Io): void {
  for (const { subject, verdict, says, fix } of checks) {
    io.out(`${MARKS[verdict].padEnd(6)}${subject.padEnd(14)}${says.replaceAll('\n', `\n${' '.repeat(20)}`)}`)
    if (fix !== null) io.out(`${' '.repeat(20)}→ ${fix}`)
  }
  const count = (of: Verdict) => checks.filter(({ verdict }) => verdict === of).length
  const [faults, notes] = [count('wrong'), count('note')]
  const right = notes === 0 ? 'No problems found.' : `No problems found; ${counted(notes, 'note')}.`
  io.out(faults === 0 ? right : `${counted(faults, 'problem')} found.`)
}

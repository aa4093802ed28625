import { EnvError, env, unknownNames } from '#lib/env.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { type Checkup, type Verdict, wrong } from './lib/doctor/checkup.ts'
import { examine } from './lib/doctor/examine.ts'
import { parseOptions } from './lib/options.ts'

const HELP = `
Usage:
  hap doctor [--json]

Looks at everything a console with the settings of this environment needs: settings and rules, TLS and the certificate at HAP_URL, the
identity provider with its clock, the database with its version and migrations, the API servers with their versions and clocks, and each
single permission, which the API servers are asked for. It says what is wrong, what that means, and what to do. It changes nothing.

  --json  what was found as JSON

Exit code: 0 nothing is wrong; 1 something is; 2 the settings cannot be read.
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
      .map(line => wrong('settings', line, 'Correct it; nothing else was looked at.'))
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
  const right = notes === 0 ? 'Nothing is wrong.' : `Nothing is wrong; ${counted(notes, 'note')} to read.`
  io.out(faults === 0 ? right : `${counted(faults, 'thing')} to put right.`)
}

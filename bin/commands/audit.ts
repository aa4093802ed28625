import { parseArgs } from 'node:util'
import { CONTROL_COMMANDS } from '#lib/control/protocol.ts'
import { env } from '#lib/env.ts'
import { type AuditVerdict, parseVerdict, verifyAsLines } from '#lib/store/audit/verify.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { askDatabase, explained } from './lib/database-access.ts'

const HELP = `
Usage:
  hap audit verify [--expect NUMBER:HASH] [--json]

Recomputes the hash chain of the audit log and names the first altered row.

  --expect  an entry recorded elsewhere, as this command prints it; also detects removed entries at the end
  --json    the verdict as one line of JSON: {"ok":true,"entries","hash"} or {"ok":false,"seq","problem"}

The database is that of DATABASE_URL, or the embedded one in DATA_DIR, also while the console runs.
`

export const command: Command = {
  help: HELP,
  run: ([name = '', ...args], io) => {
    if (name === 'verify') return verify(optionsOf(args), io)
    throw new UsageError(name === '' ? 'verify is missing' : `there is no "audit ${name}"`)
  },
}

interface VerifyOptions {
  readonly expect: string | null
  readonly json: boolean
}

async function verify({ expect, json }: VerifyOptions, io: Io): Promise<number> {
  return explained(io, async () => {
    const question = {
      command: CONTROL_COMMANDS.verify,
      args: { expect },
      answer: verifyAsLines({ expect }),
    }
    let verdict: AuditVerdict | null = null
    for await (const line of askDatabase(env(), question)) verdict = parseVerdict(line)
    if (json && verdict !== null) {
      io.out(JSON.stringify(verdict))
      return verdict.ok ? EXIT.ok : EXIT.wrong
    }
    if (verdict?.ok !== true) {
      io.err(verdict === null ? 'The console sent no response.' : `Entry ${verdict.seq}: ${verdict.problem}`)
      return EXIT.wrong
    }
    io.out(`${Number(verdict.entries).toLocaleString('en')} entries, all intact.`)
    if (verdict.entries !== '0') io.out(`Last entry: ${verdict.entries}:${verdict.hash}`)
    return EXIT.ok
  })
}

function optionsOf(args: string[]): VerifyOptions {
  try {
    const options = { expect: { type: 'string' }, json: { type: 'boolean', default: false } } as const
    const { expect = null, json } = parseArgs({ args, options }).values
    if (expect !== null && !/^\d{1,18}:[0-9a-f]{64}$/.test(expect))
      throw new UsageError('--expect must be NUMBER:HASH as "hap audit verify" prints it')
    return { expect, json }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

import { askingEnv } from '#lib/env.ts'
import { Secret } from '#lib/util/secret.ts'
import { type Io, UsageError } from '../../../command.ts'
import { ConsoleClient } from './console-client.ts'

/** Options of every command that asks a console. */
export const CONSOLE_OPTIONS = {
  console: { type: 'string' },
  'token-file': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

export const CONSOLE_OPTIONS_HELP = `
  --console URL               address of the console; default: HAP_CONSOLE_URL
  --token-file FILE           file with an API token, "-" for the standard input; default: the token in HAP_TOKEN
  --json                      what the console answers, for machines

An admin makes tokens in the console under Settings, API tokens. Exit code 2: the console cannot be asked.`

interface ConsoleOptions {
  readonly console?: string | undefined
  readonly 'token-file'?: string | undefined
}

/** A token has 47 characters. */
const MOST_BYTES = 1_000

/** The console the options name. Throws UsageError without an address or a token, or for ones that cannot be used. */
export async function consoleOf(options: ConsoleOptions, io: Io): Promise<ConsoleClient> {
  const { url: known, token: given } = askingEnv()
  const address = options.console ?? known
  if (address === null) throw new UsageError('the address of a console is missing: --console or HAP_CONSOLE_URL.')
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${address}" is no address of a console. Example: https://hap.example.com.`)
  const file = options['token-file']
  const token =
    file === undefined ? given : new Secret(new TextDecoder().decode(await io.read(file, MOST_BYTES)).trim())
  if (token === null) throw new UsageError('a token is missing: --token-file or HAP_TOKEN.')
  if (!/^[\x21-\x7e]{1,200}$/.test(token.reveal()))
    throw new UsageError(
      `${file === undefined ? 'HAP_TOKEN' : file} holds no token: it is one word that begins with hap_.`,
    )
  return new ConsoleClient(url, token)
}

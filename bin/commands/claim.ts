import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isGivenBack } from '#lib/store/claims/claim-record.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { Claim } from './lib/console-answers.ts'
import {
  atConsole,
  CONSOLE_OPTIONS,
  CONSOLE_OPTIONS_HELP,
  type ConsoleClient,
  ConsoleRefusal,
  ConsoleUnavailable,
  consoleOf,
} from './lib/console-client.ts'
import { inOptions, parseOptions, REQUEST_OPTIONS, REQUEST_OPTIONS_HELP } from './lib/options.ts'

type ClaimAnswer = (typeof Claim)['_output']

export const command: Command = {
  help: `
Usage: hap claim --plan NAME --global-account ID [OPTION…]

Claims an account for a cluster; "hap give-back" releases it. Requests with the same key get the same account: if the response was
lost, repeat the command with the key that it printed.
${REQUEST_OPTIONS_HELP}
  --cluster NAME              name or runtime ID of the cluster, if known
  --on-exhausted fail         refuse the claim if the pool has no free account; default: wait
  --deadline TIME             expire the claim if it still waits then, such as 2026-12-01T12:00:00Z; at most 30 days ahead
  --wait TIME                 follow a waiting claim for this long, such as 90s, 10m or 2h; default: the claim is only printed
  --key KEY                   idempotency key of the request; default: a new one
${CONSOLE_OPTIONS_HELP}
Exit code 0: the request got an account; 1: it got none, it waits in the queue of its pool, or the claim of this key was already
released. Use a new key for each cluster.`,

  async run(args, io) {
    const options = {
      ...CONSOLE_OPTIONS,
      ...REQUEST_OPTIONS,
      cluster: { type: 'string' },
      key: { type: 'string' },
      'on-exhausted': { type: 'string' },
      deadline: { type: 'string' },
      wait: { type: 'string' },
    } as const
    const { values } = parseOptions(args, options, { least: 0, most: 0 })
    const { plan, provider, cluster, key = randomUUID() } = values
    if (!plan) throw new UsageError('--plan is missing.')
    if (!values['global-account']) throw new UsageError('--global-account is missing.')
    if (!/^[\x21-\x7e]{1,200}$/.test(key))
      throw new UsageError('--key takes 1 to 200 printable characters without blanks.')
    const onExhausted = values['on-exhausted']
    if (onExhausted !== undefined && onExhausted !== 'fail' && onExhausted !== 'wait')
      throw new UsageError('--on-exhausted takes fail or wait.')
    const waitMs = values.wait === undefined ? 0 : parseWait(values.wait)
    const client = await consoleOf(values, io)
    // Printed before the request, because a retry after a lost response needs the same key.
    if (values.key === undefined) io.err(io.paint('dim', `--key ${key}`))
    const ask = async () => {
      const body = {
        plan,
        ...(provider !== undefined && { provider }),
        platformRegion: values['platform-region'],
        hyperscalerRegion: values['hyperscaler-region'],
        globalAccount: values['global-account'],
        ...(cluster !== undefined && { cluster }),
        ...(onExhausted !== undefined && { onExhausted }),
        ...(values.deadline !== undefined && { deadline: values.deadline }),
      }
      const post = { method: 'POST', body, headers: { 'idempotency-key': key } } as const
      const { value: claimed } = await client.ask('claims', Claim, post)
      const value = await follow(client, claimed, waitMs)
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else io.out(words(value, io))
      return value.binding === null || isGivenBack(value) ? EXIT.wrong : EXIT.ok
    }
    return atConsole(io, ask, inOptions)
  },
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const

function parseWait(text: string): number {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? []
  if (unit !== 's' && unit !== 'm' && unit !== 'h') throw new UsageError('--wait takes a time such as 90s, 10m or 2h.')
  return Number(count) * UNITS[unit]
}

/** Statuses of claims that may still get an account. */
const OPEN = new Set(['pending', 'waiting', 'intent'])

/** Seconds that one request follows the claim. */
const FOLLOW_SECONDS = 30

/** Follows an open claim until it is settled or the time is over. */
async function follow(client: ConsoleClient, claimed: ClaimAnswer, waitMs: number): Promise<ClaimAnswer> {
  const end = Date.now() + waitMs
  let claim = claimed
  for (let left = waitMs; left > 0 && OPEN.has(claim.status); left = end - Date.now()) {
    const seconds = Math.min(FOLLOW_SECONDS, Math.ceil(left / 1_000))
    try {
      claim = (await client.ask(`claims/${claim.id}?wait=${seconds}s`, Claim)).value
    } catch (error) {
      // The claim stays in the queue while a console restarts, waits for its database, or limits the requests of the user.
      if (!(error instanceof ConsoleUnavailable || (error instanceof ConsoleRefusal && isTransient(error)))) throw error
      await delay(Math.min(RETRY_MS, left))
    }
  }
  return claim
}

/** Pause after an attempt that a later one may succeed. */
const RETRY_MS = 2_000

function isTransient({ status }: ConsoleRefusal): boolean {
  return status === 429 || status === 503 || status === 504
}

function words({ id, status, binding, position, message }: ClaimAnswer, io: Io): string {
  const reason = message === null ? '' : ` ${message}`
  if (isGivenBack({ status })) {
    const over = `Claim ${id} is ${status}`
    const why = binding === null ? `.${reason}` : `: ${binding.kind} ${binding.name} is no longer assigned to it.`
    return `${io.paint('yellow', over + why)} Use a new key for another cluster.`
  }
  if (binding !== null) return `${io.paint('green', `${binding.kind} ${binding.name}`)}  claim ${id}, ${status}`
  const place = position === null ? '' : ` Position ${position} in the queue.`
  return `${io.paint('yellow', `Claim ${id} is ${status}.`)}${place}${reason}`
}

import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import { UsageError } from '../../command.ts'

/** Options of the commands that take one request. */
export const REQUEST_OPTIONS = {
  plan: { type: 'string' },
  provider: { type: 'string' },
  'platform-region': { type: 'string', default: '' },
  'hyperscaler-region': { type: 'string', default: '' },
  'global-account': { type: 'string', default: '' },
} as const

export const REQUEST_OPTIONS_HELP = `
  --plan NAME                 required
  --provider NAME             hyperscaler; can be left out where the plan has one only
  --platform-region NAME
  --hyperscaler-region NAME
  --global-account ID`

export interface RequestOptions {
  readonly plan?: string | undefined
  readonly provider?: string | undefined
  readonly 'platform-region': string
  readonly 'hyperscaler-region': string
  readonly 'global-account': string
}

/** The request that the options describe. Throws UsageError without a plan, or when the provider is ambiguous. */
export function requestOf(options: RequestOptions, plans: Plans): Request {
  const { plan } = options
  if (!plan) throw new UsageError('--plan is missing.')
  return {
    plan,
    provider: options.provider ?? onlyProvider(plan, plans),
    platformRegion: options['platform-region'],
    hyperscalerRegion: options['hyperscaler-region'],
    globalAccount: options['global-account'],
  }
}

/** The provider of a plan with a single one; "" for an unknown plan, which no rule matches. */
function onlyProvider(name: string, plans: Plans): string {
  const plan = plans.byName.get(name)
  if (!plan) return ''
  const [only, ...more] = plan.providers ?? []
  if (only !== undefined && more.length === 0) return only
  const names = plan.providers === null ? 'any provider' : plan.providers.join(' or ')
  throw new UsageError(`--provider is missing: plan ${name} runs on ${names}.`)
}

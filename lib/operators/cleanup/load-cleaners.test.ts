import { expect, test } from 'vitest'
import { type Env, parseEnv } from '#lib/env.ts'
import { Secret } from '#lib/util/secret.ts'
import { loadCleaners } from './load-cleaners.ts'
import { startAws } from './testing/aws-stand-in.ts'

/** The providers of a setting. */
function providersOf(setting: string | null): NonNullable<Env['HAP_CLEANERS']> {
  const parsed = parseEnv(setting === null ? {} : { HAP_CLEANERS: setting })
  if (!parsed.ok) throw new Error(parsed.problems.map(({ variable, problem }) => `${variable} ${problem}`).join())
  return parsed.env.HAP_CLEANERS ?? []
}

const ALL = { awsRegions: null }

test.each<[string | null, readonly string[]]>([
  [null, []],
  ['aws', ['aws']],
  ['azure', ['azure']],
  ['gcp', ['gcp']],
  ['gcp,aws,azure', ['gcp', 'aws', 'azure']],
  ['aws,aws', ['aws']],
])('HAP_CLEANERS=%s turns on these cleaners: %j', async (setting, providers) => {
  const cleaners = await loadCleaners(providersOf(setting), ALL)
  expect([...cleaners.keys()]).toEqual(providers)
  for (const [provider, cleaner] of cleaners) {
    expect(cleaner.provider).toBe(provider)
    expect(cleaner.looksAt.length).toBeGreaterThan(0)
  }
})

test.each(['openstack', 'alicloud', 'AWS', 'aws,nobody'])('the setting rejects the unknown cleaner %s', name => {
  expect(() => providersOf(name)).toThrow('HAP_CLEANERS must list providers out of aws, azure, gcp')
})

test.each<[readonly string[] | null, readonly string[]]>([
  [null, ['eu-central-1', 'us-east-1']],
  [['eu-central-1'], ['eu-central-1']],
])('with the regions %j the cleaner of AWS inspects %j', async (awsRegions, places) => {
  const cloud = await startAws()
  try {
    const awsEndpoint = (host: string, region: string) => `${cloud.origin}/${host}/${region}`
    const cleaners = await loadCleaners(['aws'], { awsRegions, awsEndpoint })
    const inventory = await cleaners.get('aws')?.open(new Secret(cloud.secret)).inventory(AbortSignal.timeout(20_000))
    expect(inventory?.places).toEqual(places)
  } finally {
    await cloud.close()
  }
})

/** Provider types of Gardener that pools exist for. */
export const PROVIDERS = ['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch'] as const

export type Provider = (typeof PROVIDERS)[number]

/** A Cluster as it is typed. */
export interface ClusterForm {
  readonly name: string
  /** A cluster that is there already. */
  readonly brought: boolean
  readonly secretName: string
  readonly secretKey: string
  readonly plan: string
  readonly globalAccount: string
  readonly subaccount: string
  readonly provider: string
  readonly region: string
  readonly platformRegion: string
  readonly purpose: string
  readonly selector: string
  readonly euAccess: boolean
  readonly machineType: string
  readonly least: string
  readonly most: string
  readonly zones: string
  /** One a line. */
  readonly administrators: string
}

/** A Cluster of which nothing is typed. */
export const NEW_CLUSTER: ClusterForm = {
  name: '',
  brought: false,
  secretName: '',
  secretKey: 'config',
  plan: '',
  globalAccount: '',
  subaccount: '',
  provider: 'aws',
  region: '',
  platformRegion: '',
  purpose: 'production',
  selector: '',
  euAccess: false,
  machineType: '',
  least: '3',
  most: '20',
  zones: '3',
  administrators: '',
}

/** The Cluster as the console's API takes it; what is not a number goes as 0, which the server refuses. */
export function clusterOf(form: ClusterForm) {
  const administrators = administratorsOf(form)
  return {
    name: form.name.trim(),
    labels: {
      plan: form.plan.trim(),
      globalaccountid: form.globalAccount.trim(),
      subaccountid: form.subaccount.trim(),
    },
    spec: {
      ...(form.brought
        ? { kubeconfigSecretRef: { name: form.secretName.trim(), key: form.secretKey.trim() } }
        : madeSpec(form)),
      ...(administrators.length > 0 && { administrators }),
    },
  }
}

/** Each of those named, once. A name with spaces stays one, as it was written. */
export function administratorsOf({ administrators }: Pick<ClusterForm, 'administrators'>): readonly string[] {
  const names = administrators.split(/[\n,]+/).map(name => name.trim())
  return [...new Set(names.filter(Boolean))]
}

function madeSpec(form: ClusterForm) {
  const platformRegion = form.platformRegion.trim()
  return {
    core: {
      region: form.region.trim(),
      purpose: form.purpose,
      ...(platformRegion !== '' && { platformRegion }),
    },
    infrastructure: {
      provider: form.provider,
      machineType: form.machineType.trim(),
      autoScalerMin: countOf(form.least),
      autoScalerMax: countOf(form.most),
      numberOfZones: countOf(form.zones),
      subscriptionSelector: selectorOf(form),
    },
    ...(form.euAccess && { euAccess: true }),
  }
}

/** Without one, an account of the global account's own. */
function selectorOf({ selector, globalAccount }: ClusterForm): string {
  if (selector.trim() !== '') return selector.trim()
  return globalAccount.trim() === '' ? '' : `globalaccount:${globalAccount.trim()}`
}

function countOf(text: string): number {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : 0
}

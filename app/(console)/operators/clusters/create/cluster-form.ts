import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { formatProblemsAt, formatShownProblem, requireValue, type ShownProblems } from '../../create/field-problems.ts'

/** Fields of the form as text, before trimming and validation. */
export interface ClusterForm {
  readonly name: string
  /** True for an imported cluster. */
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
  /** One name per line. */
  readonly administrators: string
}

/** Initial values of the form. */
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

/** Builds the request body of the API. Text that is not a number becomes 0, which the API refuses. */
export function buildCluster(form: ClusterForm) {
  const administrators = parseAdministrators(form)
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
        : buildManagedSpec(form)),
      ...(administrators.length > 0 && { administrators }),
    },
  }
}

/** Splits names at lines and commas and removes duplicates. Spaces stay, so that validation can quote the name. */
export function parseAdministrators({ administrators }: Pick<ClusterForm, 'administrators'>): readonly string[] {
  const names = administrators.split(/[\n,]+/).map(name => name.trim())
  return [...new Set(names.filter(Boolean))]
}

function buildManagedSpec(form: ClusterForm) {
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
      autoScalerMin: parseCount(form.least),
      autoScalerMax: parseCount(form.most),
      numberOfZones: parseCount(form.zones),
      subscriptionSelector: resolveSelector(form),
    },
    ...(form.euAccess && { euAccess: true }),
  }
}

/** Defaults an empty selector to the accounts of the global account. */
function resolveSelector({ selector, globalAccount }: ClusterForm): string {
  if (selector.trim() !== '') return selector.trim()
  return globalAccount.trim() === '' ? '' : `globalaccount:${globalAccount.trim()}`
}

function parseCount(text: string): number {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : 0
}

const MACHINES = 'enter a whole number from 1 to 1,000'

/** Finds missing and malformed fields in the browser, all at once. The API validates the rest. */
export function findClusterProblems(form: ClusterForm): readonly FieldProblem[] {
  return [
    ...requireValue('name', form.name, 'enter a name'),
    ...(form.brought ? findImportedProblems(form) : findManagedProblems(form)),
    ...findAdministratorProblems(form),
  ]
}

function findImportedProblems({ secretName, secretKey }: ClusterForm): readonly FieldProblem[] {
  return [
    ...requireValue('spec.kubeconfigSecretRef.name', secretName, 'enter the name of the Secret'),
    ...requireValue('spec.kubeconfigSecretRef.key', secretKey, 'enter the key in the Secret'),
  ]
}

function findManagedProblems(form: ClusterForm): readonly FieldProblem[] {
  const { selector, globalAccount, region, machineType, least, most, zones } = form
  const machines = [
    ...validateCount(`${INFRA}.autoScalerMin`, least, MACHINES),
    ...validateCount(`${INFRA}.autoScalerMax`, most, MACHINES),
  ]
  const crossed = machines.length === 0 && Number(least) > Number(most)
  return [
    ...requireValue('spec.core.region', region, 'enter a region'),
    ...requireValue(`${INFRA}.machineType`, machineType, 'enter a machine type'),
    ...machines,
    ...(crossed
      ? [{ field: `${INFRA}.autoScalerMax`, message: 'must not be less than the minimum number of nodes' }]
      : []),
    ...validateCount(`${INFRA}.numberOfZones`, zones, 'enter a whole number from 1 to 10', 10),
    ...(globalAccount.trim() === ''
      ? requireValue(`${INFRA}.subscriptionSelector`, selector, 'enter a global account above, or an account selector')
      : []),
  ]
}

const INFRA = 'spec.infrastructure'

function validateCount(field: string, value: string, message: string, most = 1_000): readonly FieldProblem[] {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= most ? [] : [{ field, message }]
}

function findAdministratorProblems(form: ClusterForm): readonly FieldProblem[] {
  const odd = parseAdministrators(form).filter(name => /\s/.test(name))
  if (odd.length === 0) return []
  return [{ field: 'spec.administrators', message: `write one per line, without spaces: ${odd.join(', ')}` }]
}

/**
 * Message at the selector field. The form derives an empty selector from the global account, so a problem of the global account is
 * reported at that field only.
 */
export function formatSelectorProblem(
  { selector }: Pick<ClusterForm, 'selector'>,
  marks: ShownProblems,
): string | undefined {
  const isOfLabel = selector === '' && formatProblemsAt(marks.problems, 'labels.globalaccountid') !== undefined
  return isOfLabel ? undefined : formatShownProblem(marks, 'spec.infrastructure.subscriptionSelector', selector)
}

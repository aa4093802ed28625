import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { needed } from '../../create/marks.ts'
import { administratorsOf, type ClusterForm } from './cluster-form.ts'

const MACHINES = 'enter a whole number from 1 to 1,000'

/** What the form itself sees to be wrong, all of it at once, in its own words. */
export function clusterProblems(form: ClusterForm): readonly FieldProblem[] {
  return [
    ...needed('name', form.name, 'enter a name'),
    ...(form.brought ? broughtProblems(form) : madeProblems(form)),
    ...administratorProblems(form),
  ]
}

function broughtProblems({ secretName, secretKey }: ClusterForm): readonly FieldProblem[] {
  return [
    ...needed('spec.kubeconfigSecretRef.name', secretName, 'enter the name of the Secret'),
    ...needed('spec.kubeconfigSecretRef.key', secretKey, 'enter the key in the Secret'),
  ]
}

function madeProblems(form: ClusterForm): readonly FieldProblem[] {
  const { selector, globalAccount, region, machineType, least, most, zones } = form
  const machines = [
    ...count(`${INFRA}.autoScalerMin`, least, MACHINES),
    ...count(`${INFRA}.autoScalerMax`, most, MACHINES),
  ]
  const crossed = machines.length === 0 && Number(least) > Number(most)
  return [
    ...needed('spec.core.region', region, 'enter a region'),
    ...needed(`${INFRA}.machineType`, machineType, 'enter a machine type'),
    ...machines,
    ...(crossed ? [{ field: `${INFRA}.autoScalerMax`, message: 'must not be less than the machines at least' }] : []),
    ...count(`${INFRA}.numberOfZones`, zones, 'enter a whole number from 1 to 10', 10),
    ...(globalAccount.trim() === ''
      ? needed(`${INFRA}.subscriptionSelector`, selector, 'enter a global account above, or which accounts it may use')
      : []),
  ]
}

const INFRA = 'spec.infrastructure'

function count(field: string, value: string, message: string, most = 1_000): readonly FieldProblem[] {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= most ? [] : [{ field, message }]
}

function administratorProblems(form: ClusterForm): readonly FieldProblem[] {
  const odd = administratorsOf(form).filter(name => /\s/.test(name))
  if (odd.length === 0) return []
  return [{ field: 'spec.administrators', message: `write one a line, without spaces: ${odd.join(', ')}` }]
}

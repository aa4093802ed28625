import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotServed } from '#lib/garden/client/garden-error.ts'
import { bindingResource, type Resource, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { type Checkup, note, wrong } from './checkup.ts'

/**
 * Says which kinds the console follows and Gardener does not serve, as after an upgrade of Gardener that removed one. Other errors are the
 * matter of other checks.
 */
export async function checkKinds(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  kinds: readonly BindingKind[],
): Promise<readonly Checkup[]> {
  const resources = [...kinds.map(bindingResource), SHOOTS]
  const served = await Promise.all(resources.map(resource => isServed(client, resource, namespace)))
  return resources.filter((_, index) => !served[index]).map(resource => notServed(resource, kinds))
}

async function isServed(client: Pick<GardenClient, 'page'>, resource: Resource, namespace: string): Promise<boolean> {
  try {
    await client.page({ resource, namespace }, { limit: 1 }, () => undefined)
    return true
  } catch (error) {
    return !isNotServed(error)
  }
}

function notServed({ kind, plural, group }: Resource, kinds: readonly BindingKind[]): Checkup {
  const says = `Gardener does not serve ${plural}${group === '' ? '' : `.${group}`}.`
  if (kind !== 'SecretBinding')
    return wrong('Gardener', `${says} Without it the console does not work.`, 'Check server in the kubeconfig.')
  const rest = kinds.filter(each => each !== 'SecretBinding').join(',')
  return note(
    'Gardener',
    `${says} What the console knew of them stays in force: owners, states and claims. Their accounts are not given to anybody.`,
    rest === ''
      ? 'Label a CredentialsBinding of each account, and set HAP_BINDING_KINDS=CredentialsBinding.'
      : `Label a CredentialsBinding of each account that the page Bindings lists for kind:SecretBinding, then set HAP_BINDING_KINDS=${rest}.`,
  )
}

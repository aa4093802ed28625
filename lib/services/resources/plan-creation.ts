import { stringify } from 'yaml'
import { GardenError, isAlreadyThere } from '#lib/garden/client/garden-error.ts'
import { apiVersionOf } from '#lib/garden/resources/resource.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import type { Creation, Manifest, Ordered } from './creation.ts'
import type { ResourceContext } from './resource-context.ts'

/** An object that is to be, and what speaks against it. */
interface CreationPlan {
  readonly manifest: Manifest
  readonly yaml: string
  readonly problems: readonly FieldProblem[]
}

/** Looks at what somebody asks for: our rules, then a dry run of the server. Writes nothing. Throws GardenError. */
export async function planCreation<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace'>,
  creation: Creation<Order>,
  order: Order,
): Promise<CreationPlan> {
  const manifest = manifestOf(context, creation, order)
  const problems = creation.validate(order)
  return {
    manifest,
    yaml: stringify(manifest, { lineWidth: 0 }),
    problems: problems.length > 0 ? problems : await tried(context, creation, manifest),
  }
}

/** Makes it, or with `dryRun` has the server check it. Throws GardenError. */
export async function createObject(
  { control, namespace }: Pick<ResourceContext, 'control' | 'namespace'>,
  { resource }: Pick<Creation<Ordered>, 'resource'>,
  manifest: Manifest,
  dryRun: boolean,
): Promise<void> {
  await control.create({ resource, namespace }, manifest, { dryRun })
}

function manifestOf<Order extends Ordered>(
  { namespace }: Pick<ResourceContext, 'namespace'>,
  { resource }: Creation<Order>,
  { name, labels = {}, spec }: Order,
): Manifest {
  const metadata = { name, namespace, ...(Object.keys(labels).length > 0 && { labels: { ...labels } }) }
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, spec }
}

async function tried<Order extends Ordered>(
  context: Pick<ResourceContext, 'control' | 'namespace'>,
  creation: Creation<Order>,
  manifest: Manifest,
): Promise<readonly FieldProblem[]> {
  try {
    await createObject(context, creation, manifest, true)
    return []
  } catch (error) {
    if (isAlreadyThere(error)) return [{ field: 'name', message: `a ${creation.kind} of this name exists already` }]
    if (error instanceof GardenError && error.kind === 'invalid') return [{ field: 'spec', message: error.because }]
    throw error
  }
}

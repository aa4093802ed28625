import { createGarden } from '#lib/embedded-garden/garden.ts'
import { landscape } from '#lib/embedded-garden/landscape/landscape.ts'
import type { KubeObject } from '#lib/embedded-garden/object.ts'

/** A garden with 5,000 bindings and 5,000 shoots in a process of its own; ends with its parent. */
const SHOOTS = 5000

function* objects(): Generator<KubeObject> {
  let shoots = 0
  for (const object of landscape({ seed: 1, size: 'large', at: Date.now() })) {
    if (object.kind !== 'Shoot' || shoots++ < SHOOTS) yield object
  }
}

const garden = await createGarden({ throttle: false })
garden.loadAll(objects())
process.on('disconnect', () => process.exit(0))
process.send?.(garden.kubeconfig('viewer'))

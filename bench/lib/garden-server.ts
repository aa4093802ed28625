import { createGarden } from '#embedded-garden/garden.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { landscape } from '../../test/kit/landscape.ts'

/** A garden with 5,000 bindings and 5,000 shoots in a separate process; ends with its parent. */
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

import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import type { Binding } from './binding.ts'
import { stateAt } from './pooled-binding.ts'
import { unlabelledBinding } from './unlabelled.ts'

const KNOWN = new Set(['aws', 'azure_cf-ch20'])
const words = (labels: Record<string, string>, more: Partial<Binding> = {}) =>
  unlabelledBinding(bindingOf('a', labels, more), KNOWN)?.problems.map(problem => problem.words)

describe('unlabelledBinding', () => {
  test.each<[Record<string, string>, Partial<Binding>, string]>([
    [{}, {}, 'hyperscalerType is missing'],
    [{ team: 'x' }, { providers: ['aws'] }, 'hyperscalerType is missing; the nearest known type is aws'],
    [{}, { providers: ['openstack'] }, 'hyperscalerType is missing'],
    [
      { hyperscalertype: 'aws' },
      {},
      'hyperscalerType is missing; hyperscalertype=aws looks like it; the nearest known type is aws',
    ],
    [
      { 'kyma-project.io/hyperscalerType': 'azure_cf-ch2O' },
      {},
      'hyperscalerType is missing; kyma-project.io/hyperscalerType=azure_cf-ch2O looks like it; the nearest known type is azure_cf-ch20',
    ],
    [
      { hyperscalerTyp: 'mars' },
      { providers: ['aws'] },
      'hyperscalerType is missing; hyperscalerTyp=mars looks like it',
    ],
  ])('%j %j', (labels, more, expected) => {
    expect(words(labels, more)).toEqual([expected])
  })

  test('leaves out Secrets, unless a label looks like the hyperscaler type', () => {
    expect(words({ app: 'x' }, { kind: 'Secret' })).toBeUndefined()
    expect(words({ hyperscaler_type: 'aws' }, { kind: 'Secret' })).toHaveLength(1)
  })

  test('is malformed, so that nothing selects it', () => {
    const pooled = unlabelledBinding(bindingOf('a', {}), KNOWN)
    expect(pooled && stateAt(pooled, 0)).toBe('malformed')
  })
})

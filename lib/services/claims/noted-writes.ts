import type { BindingWrite, Labelled } from '#lib/hap/audit/binding-write.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { foreignLabelKey, type LabelName, labelKey } from '#lib/hap/pools/labels.ts'

/** The bindings that one piece of work on a claim wrote, for the audit log. */
export class NotedWrites {
  readonly all: BindingWrite[] = []

  /** A write that is known to have been carried out. */
  landed(before: Binding, after: Binding): void {
    this.all.push({ binding: bindingKey(after), before: shown(before), after: shown(after), found: false })
  }

  /** A binding on which somebody who told nobody set a label, by the look of it. */
  found(binding: Binding, label: LabelName): void {
    this.all.push(foundOn(binding, label))
  }
}

/** A write that set a label of a binding: before, it had all its other labels. Its notes may be of somebody who came later. */
export function foundOn(
  binding: Pick<Binding, 'kind' | 'namespace' | 'name' | 'labels'>,
  label: LabelName,
): BindingWrite {
  const { kind, labels } = binding
  const keys = new Set([labelKey(kind, label), foreignLabelKey(kind, label)])
  const others = Object.fromEntries(Object.entries(labels).filter(([key]) => !keys.has(key)))
  return {
    binding: bindingKey(binding),
    before: { labels: others, annotations: {} },
    after: { labels, annotations: {} },
    found: true,
  }
}

/** The ids of HAP's writes, and of the object itself, tell people nothing. */
function shown({ labels, annotations }: Binding): Labelled {
  const { [ANNOTATIONS.writes]: _, [ANNOTATIONS.uid]: _uid, ...notes } = annotations
  return { labels, annotations: notes }
}

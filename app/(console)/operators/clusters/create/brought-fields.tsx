import { TextField } from '#components/ui/text-field.tsx'
import styles from '../../create/fields.module.css'
import type { Marks } from '../../create/marks.ts'
import { shownProblem } from '../../create/shown-problem.ts'
import type { ClusterForm } from './cluster-form.ts'

interface BroughtFieldsProps {
  readonly form: ClusterForm
  readonly marks: Marks
  readonly onChange: (part: Partial<ClusterForm>) => void
}

/** Where the kubeconfig of a cluster is that is there already. */
export function BroughtFields({ form, marks, onChange }: BroughtFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Kubeconfig Secret"
        help="In the namespace of the Cluster, and for nothing else: one that Gardener or Kyma uses, or that was issued to a request, is refused."
        mono
        autoComplete="off"
        value={form.secretName}
        error={shownProblem(marks, 'spec.kubeconfigSecretRef.name', form.secretName)}
        onChange={secretName => onChange({ secretName })}
      />
      <TextField
        label="Key"
        hint="in the Secret"
        mono
        autoComplete="off"
        value={form.secretKey}
        error={shownProblem(marks, 'spec.kubeconfigSecretRef.key', form.secretKey)}
        onChange={secretKey => onChange({ secretKey })}
      />
    </div>
  )
}

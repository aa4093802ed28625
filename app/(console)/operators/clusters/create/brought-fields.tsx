import { TextField } from '#components/ui/text-field.tsx'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import styles from '../../create/fields.module.css'
import { shownProblem } from '../../create/shown-problem.ts'
import type { ClusterForm } from './cluster-form.ts'

interface BroughtFieldsProps {
  readonly form: ClusterForm
  readonly problems: readonly FieldProblem[]
  readonly onChange: (part: Partial<ClusterForm>) => void
}

/** Where the kubeconfig of a cluster is that is there already. */
export function BroughtFields({ form, problems, onChange }: BroughtFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Kubeconfig Secret"
        help="In the namespace of the Cluster. Nobody reads it but the operators."
        mono
        autoComplete="off"
        value={form.secretName}
        error={shownProblem(problems, 'spec.kubeconfigSecretRef.name', form.secretName)}
        onChange={secretName => onChange({ secretName })}
      />
      <TextField
        label="Key"
        hint="in the Secret"
        mono
        autoComplete="off"
        value={form.secretKey}
        error={shownProblem(problems, 'spec.kubeconfigSecretRef.key', form.secretKey)}
        onChange={secretKey => onChange({ secretKey })}
      />
    </div>
  )
}

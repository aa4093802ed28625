/** What is wrong with one field of an object, in the words of its CustomResourceDefinition. */
export interface FieldProblem {
  /** `spec.infrastructure.autoScalerMax` */
  readonly field: string
  /** A clause without a period, as API servers put it behind the field. */
  readonly message: string
}

/** Problems in one sentence, for the message of a condition. */
export function problemsText(problems: readonly FieldProblem[]): string {
  return `${problems.map(({ field, message }) => `${field}: ${message}`).join('; ')}.`
}

const LEGAL = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/

/** Whether Kubernetes accepts this as a label value; empty, which Kubernetes allows and HAP has no use for, is refused too. */
export function isLegalLabelValue(value: string): boolean {
  return value.length <= 63 && LEGAL.test(value)
}

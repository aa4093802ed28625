/** Epoch milliseconds as metav1.Time has them, in whole seconds. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Epoch milliseconds as metav1.MicroTime has them: always with six digits, or the server does not take them. */
export function rfc3339Micro(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}

/**
 * Whether a key event belongs to an input method that composes text, so that Enter and Escape must
 * do nothing else. Safari ends the composition before the event and marks it only by its code.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}

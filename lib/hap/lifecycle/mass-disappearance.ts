/** Fewer objects than this may disappear at once without a doubt about the landscape. */
const MIN_GONE = 10

/** Whether so many of the known objects disappeared at once that the landscape may have been restored or moved. */
export function isMassDisappearance({ known, gone }: { readonly known: number; readonly gone: number }): boolean {
  return gone >= MIN_GONE && gone * 2 >= known
}

/** Texts of all forms. */
export const formTexts = {
  faults: (fields: string) => `Not saved. Check: ${fields}.`,
}

/** Texts of what a change is about. */
export const changedTexts = {
  /** The router names it in English: a noun (`tables.ts` of each area in router/model), and mostly the name of a row. */
  subject: (what: string) => what,
  devices: (count: number, names: string) => `${count} devices: ${names}`,
}

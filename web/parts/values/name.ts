/**
 * A name for display, without bidi embeddings, overrides and isolates (UAX 9 §2): within a sentence, an override would also
 * reverse the words after the name.
 */
export const shownName = (name: string): string => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim()

/** The first name that is not taken: `camera and tv`, then `camera and tv 2`, … */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let count = 2, name = wanted; ; name = `${wanted} ${count++}`) if (!taken.includes(name)) return name
}

/** The first name that is not taken: `camera and tv`, then `camera and tv 2`, … */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let count = 2, name = wanted; ; name = `${wanted} ${count++}`) if (!taken.includes(name)) return name
}

/** The available colors, by their name in `Style.Color`. */
export const COLOURS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type Colour = (typeof COLOURS)[number]

/** Color names of other API clients, mapped to the nearest color. */
const ALIKE: Readonly<Record<string, Colour>> = {
  bluegray: 'gray',
  coolgray: 'gray',
  warmgray: 'gray',
  truegray: 'gray',
  rose: 'red',
  amber: 'yellow',
  lime: 'green',
  emerald: 'green',
  cyan: 'teal',
  lightblue: 'blue',
  darkblue: 'blue',
  indigo: 'blue',
  violet: 'purple',
  fuchsia: 'pink',
}

/** The color of a stored name; undefined for none or an unknown one. */
export function colourOf(name: string): Colour | undefined {
  const lower = name.toLowerCase()
  return COLOURS.find((one) => one === lower) ?? (Object.hasOwn(ALIKE, lower) ? ALIKE[lower] : undefined)
}

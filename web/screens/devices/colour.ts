/** The colours to choose from, under the names that `Style.Color` keeps. */
export const COLOURS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type Colour = (typeof COLOURS)[number]

/** Names that other clients of the API give, by the nearest of ours. */
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

/** The colour that a kept name means; undefined for none, and for a name that means nothing here. */
export function colourOf(name: string): Colour | undefined {
  const lower = name.toLowerCase()
  return COLOURS.find((one) => one === lower) ?? (Object.hasOwn(ALIKE, lower) ? ALIKE[lower] : undefined)
}

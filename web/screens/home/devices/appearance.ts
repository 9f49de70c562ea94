import type { Device } from '../../../../router/model/home/devices/device.ts'

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

/** Kinds of devices with an icon, and patterns of device names. */
const KINDS = [
  ['Laptop', /laptop|notebook|macbook/i],
  ['Phone', /phone|mobile|android|pixel|galaxy/i],
  ['Tablet', /tablet|ipad/i],
  ['Television', /\btv\b|television|chromecast|roku/i],
  ['Camera', /camera|video|doorbell/i],
  ['Printer', /printer|scanner/i],
  ['Server', /server|nas\b|raspberry|\bpi\d?\b/i],
  ['Desktop', /desktop|computer|\bpc\b|imac/i],
  ['Watch', /watch/i],
  ['Speaker', /speaker|sonos|echo|homepod|music/i],
  ['Game', /game|xbox|playstation|switch/i],
  ['Lamp', /bulb|lamp|light|hue/i],
] as const

export type DeviceKind = (typeof KINDS)[number][0]

/** The kind of the chosen icon, or else the kind that the name suggests. */
export const kindOfDevice = ({ Style, Name }: Pick<Device, 'Style' | 'Name'>): DeviceKind | undefined =>
  [Style.Icon, Name].flatMap((word) => KINDS.filter(([, shape]) => shape.test(word)))[0]?.[0]

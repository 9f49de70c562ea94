import type { Device } from '../../../../router/model/home/devices/device.ts'

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

import type { Mute } from './alert.ts'

/** The most mutes at a time. */
export const MOST_MUTES = 256

/**
 * The fields of events that identify the device that caused them, the most certain first: the first one with a text counts.
 * `SrcDevice` is the sender of a packet that the router has verified; `IP.SrcIP` can be forged. Fields that a device chooses, such as
 * a host name, and those of the other end, such as `DstDevice` and the address in a DNS answer, are not used.
 */
const SENDER_FIELDS = [
  ...['SrcDevice', 'Device', 'MAC', 'WGPubKey', 'PublicKey'],
  // The MAC address in `dhcp:response`. In other events it is a text of the device, after `MAC`.
  'Identifier',
  ...['ClientIP', 'DeviceIP', 'SrcIP', 'RecentIP', 'IP'],
  // Addresses, some with a port.
  ...['ip', 'Remote', 'remoteaddr'],
]

/** Whether a rule is muted for this event. `addressesOf` returns the texts that identify a device: its MAC, its address, its key. */
export function isMuted(
  mutes: readonly Mute[],
  { RuleId, event, nowMs }: { RuleId: string; event: unknown; nowMs: number },
  addressesOf: (identity: string) => readonly string[],
): boolean {
  const sender = senderOf(event)
  return mutes.some(
    (mute) =>
      mute.RuleId === RuleId &&
      mute.Until * 1000 > nowMs &&
      (mute.Device === '' || (sender !== undefined && addressesOf(mute.Device).includes(sender))),
  )
}

/** The MAC address, IP address or key of the device that has caused an event; undefined if there is none, or more than one. */
function senderOf(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  const fields = event as Readonly<Record<string, unknown>>
  if (Number(fields.Sources) > 1) return undefined
  const texts = SENDER_FIELDS.map((name) => fields[name])
  const sender = texts.find((text): text is string => typeof text === 'string' && text !== '')
  return sender?.replace(/^([\d.]+):\d+$/, '$1')
}

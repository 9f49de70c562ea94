import type { Network } from '../../../compiler/network.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { identityOf } from '../../../model/home/devices/device.ts'
import type { CaptureScope } from '../../../model/machine/capture/wish.ts'
import { ofField, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'

/**
 * The link of a device and its own packets there: by MAC address, or on the VPN by address. Its connections to the router's API are left
 * out: they may carry the capture itself, and the password of the owner. Throws `NotFound`, and `Invalid` for one that is not connected.
 */
export function scopeOfDevice(
  text: string,
  { devices }: Pick<Facts, 'devices'>,
  { frame, members }: Pick<Network, 'frame' | 'members'>,
  ports: readonly string[],
): CaptureScope {
  const identity = identityOf(text)
  const device = devices.get(identity)
  if (!device) throw new NotFound(ofField('Device', phrase('field.deviceUnknown', JSON.stringify(text))))
  const place = members.get(identity)?.place
  if (!place) throw new Invalid(phrase('machine.notConnected', device.Name || identity), 'Device')
  const addresses = [
    frame.lanIp,
    place.routerIp,
    ...frame.uplinks.flatMap(({ address }) => (address ? [address] : [])),
    ...frame.additional.map(({ address }) => address),
  ].map((address) => address.split('/')[0] ?? '')
  return { link: place.link, host: place.mac || place.ip, except: { addresses: [...new Set(addresses)], ports } }
}

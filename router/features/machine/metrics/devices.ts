import type { Network } from '../../../compiler/network.ts'
import { isPending } from '../../../model/home/devices/device.ts'
import type { CounterName } from '../../../model/traffic/flows/counters.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'
import { isDeviceConnected } from '../../home/map/connected.ts'
import { counter, type Family, flag, gauge, type MetricSample } from './exposition.ts'

/** The readings of the kernel's counters, by address. */
export type CounterReadings = ReadonlyMap<CounterName, ReadonlyMap<Ip, { readonly bytes: number }>>

/** Metrics of each device. Its name is in `device_info` alone: a new name begins one series, not ten. */
export function deviceMetrics(facts: Facts, { members }: Pick<Network, 'members'>, traffic: CounterReadings): Family[] {
  const devices = [...facts.devices].filter(([identity]) => !isPending(identity))
  const bytes = (lan: CounterName, wan: CounterName): MetricSample[] =>
    devices.flatMap(([device, { RecentIP }]) =>
      (
        [
          ['lan', lan],
          ['wan', wan],
        ] as const
      ).flatMap(([network, name]): MetricSample[] => {
        const reading = RecentIP === '' ? undefined : traffic.get(name)?.get(RecentIP)
        return reading ? [[reading.bytes, { device, network }]] : []
      }),
    )
  return [
    gauge(
      'device_info',
      'A device that the router knows, with its displayed name and its address. The value is 1.',
      devices.map(([device, { Name: name, RecentIP: ip }]) => [1, { device, name, ip }]),
    ),
    gauge(
      'device_online',
      'Whether the device is connected.',
      devices.map(([device, { WGPubKey }]) => [
        flag(isDeviceConnected(members.get(device), facts.vpnPeers.get(WGPubKey)?.online === true)),
        { device },
      ]),
    ),
    counter(
      'device_receive_bytes_total',
      'Bytes that the device has received, from the internet (wan) or from other devices (lan).',
      bytes('incoming_traffic_lan', 'incoming_traffic_wan'),
    ),
    counter(
      'device_transmit_bytes_total',
      'Bytes that the device has sent, to the internet (wan) or to other devices (lan).',
      bytes('outgoing_traffic_lan', 'outgoing_traffic_wan'),
    ),
  ]
}

import { z } from 'zod'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { type Device, isDisabled, isWpa2Only } from '../../home/devices/device.ts'
import { FailedJoin } from './report.ts'

export const Cause = z.enum([
  'wrong passphrase',
  'unknown device',
  'disabled',
  'WPA2 only',
  'passphrase of another device',
  'passphrase already used',
])
export type Cause = z.infer<typeof Cause>

/** Failed attempts of a station, until it connects. */
export const WifiFailure = z
  .object({
    MAC: UnicastMac.meta({ description: 'The MAC address of the station' }),
    Name: z.string().meta({ description: 'The name of the device; empty for an unknown one' }),
    Iface: z.string().meta({ description: 'The network of the last attempt', example: 'wlan0' }),
    Type: FailedJoin.shape.Type,
    Cause: Cause.meta({
      description:
        'Of the last attempt. `disabled`: the device is disabled. `WPA2 only`: the passphrase of the device is set to WPA2, ' +
        'and it used WPA3. `passphrase of another device`: it proved a pending passphrase instead of its own one, over WPA2. ' +
        '`passphrase already used`: the pending passphrase was used by another station',
    }),
    First: z.number().int().meta({ description: 'Unix seconds of the first attempt' }),
    Time: z.number().int().meta({ description: 'Unix seconds of the last attempt' }),
    Count: z.number().int().meta({ description: 'Number of attempts' }),
  })
  .meta({ id: 'WifiFailure' })
export type WifiFailure = z.infer<typeof WifiFailure>

/** Why the attempt of a station has failed, as far as the router’s settings explain it. */
export function causeOf(device: Device | undefined, { Reason, Type }: Pick<FailedJoin, 'Reason' | 'Type'>): Cause {
  if (device && isDisabled(device)) return 'disabled'
  if (device && device.PSKEntry.Psk !== '')
    return Type === 'sae' && isWpa2Only(device) ? 'WPA2 only' : 'wrong passphrase'
  return Reason === 'mismatch' ? 'wrong passphrase' : 'unknown device'
}

import { z } from 'zod'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { LinkName } from '../../internet/links/linkname.ts'

const Status = z.string().max(64).default('').meta({ description: 'Set in the answer' })
const Router = z.string().max(64).default('').meta({ description: 'The mesh router that saw it; empty for this one' })

/** A station has proved a passphrase. */
export const Joined = z
  .object({
    Iface: LinkName.meta({ description: 'The link made for this station', example: 'wlan1.4097' }),
    Event: z.literal('AP-STA-CONNECTED').meta({ description: 'The event of hostapd' }),
    MAC: UnicastMac.meta({ description: 'The MAC address of the station' }),
    Status,
    Router,
  })
  .meta({ id: 'PSKAuthSuccess' })
export type Joined = z.output<typeof Joined>

/** A station has not. */
export const FailedJoin = z
  .object({
    Type: z.enum(['sae', 'wpa', 'wpa2']).meta({ description: 'The protocol: sae is WPA3, wpa and wpa2 are WPA2' }),
    MAC: UnicastMac.meta({ description: 'The MAC address of the station' }),
    Reason: z
      .enum(['noentry', 'mismatch'])
      .meta({ description: '`noentry`: no passphrase for this address; `mismatch`: a wrong one' }),
    Iface: z
      .union([z.literal(''), LinkName])
      .default('')
      .meta({ description: 'The access point; API 0.3.0 does not say', example: 'wlan1' }),
    Status,
    Router,
  })
  .meta({ id: 'PSKAuthFailure' })
export type FailedJoin = z.output<typeof FailedJoin>

/** A station has left its link. */
export const Left = z
  .object({
    Iface: LinkName.meta({ description: 'The link that was made for this station', example: 'wlan1.4097' }),
    Event: z.literal('AP-STA-DISCONNECTED').meta({ description: 'The event of hostapd' }),
    MAC: UnicastMac.meta({ description: 'The MAC address of the station' }),
    Status,
    Router,
  })
  .meta({ id: 'StationDisconnect' })
export type Left = z.output<typeof Left>

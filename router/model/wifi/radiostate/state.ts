import { z } from 'zod'
import { WIDTHS } from '../radios/channel.ts'
import { RadioFault } from './fault.ts'

/** What a screen shows of a radio: what it is set to, what it does now, and what else it could do. */

const text = (description: string) => z.string().meta({ description })
const count = (description: string) => z.number().int().min(0).meta({ description })

export const RADIO_STATE_NAMES = [
  'off',
  'uplink',
  'no country',
  'missing',
  'starting',
  'radar check',
  'running',
  'failsafe',
  'failed',
] as const

const Band = z.enum(['2.4 GHz', '5 GHz', '6 GHz'])

/** Of a channel on which radar has priority (DFS). The kernel's own words, with `none` for the other channels. */
const DFS_STATES = ['none', 'usable', 'available', 'unavailable'] as const

export const RadioChannel = z
  .object({
    Channel: count('The number of the channel'),
    Band: Band.meta({ description: 'The band of the channel' }),
    Frequency: count('MHz'),
    Permitted: z.boolean().meta({ description: 'The country permits an access point on it' }),
    Power: z.number().meta({ description: 'The highest transmit power in dBm; 0 where nothing is permitted' }),
    Widths: z
      .array(z.union(WIDTHS.map((width) => z.literal(width))))
      .readonly()
      .meta({ description: 'MHz that an access point can use around this channel' }),
    Dfs: z.enum(DFS_STATES).meta({
      description:
        '`none`: no radar. `usable`: the radio has to check for radar first. `available`: it has. `unavailable`: radar was detected',
    }),
    CheckSeconds: count('Seconds that the check for radar takes; 0 for none'),
    SecondsLeft: count('Seconds until a channel with radar may be checked again; 0 otherwise'),
  })
  .meta({ id: 'RadioChannel' })
export type RadioChannel = z.output<typeof RadioChannel>

/** Why the automatic choice is what it is. */
export const ChannelChoice = z
  .object({
    Channel: count('The chosen primary channel'),
    Width: count('MHz of its block'),
    Time: count('Unix time in seconds of the choice'),
    Reason: text('Why this channel, in one sentence'),
    Considered: z
      .array(
        z.object({
          Channel: count('The primary channel'),
          Load: z.number().meta({ description: 'Expected use by others in percent' }),
          Networks: count('Networks that were received on its block'),
        }),
      )
      .readonly()
      .meta({ description: 'Every channel that could have been chosen, the least used one first' }),
  })
  .meta({ id: 'ChannelChoice' })
export type ChannelChoice = z.output<typeof ChannelChoice>

export const WifiRadio = z
  .object({
    Interface: text('The link of the radio, as in the kernel'),
    MAC: text('Its permanent hardware address; empty if it was never present'),
    State: z.enum(RADIO_STATE_NAMES).meta({
      description:
        '`off`: no access point is wanted. `uplink`: it connects the router to another network. `no country`: it does not ' +
        'transmit until a country is set. `missing`: it is unplugged. `radar check`: it listens for radar first. `failsafe`: ' +
        'its settings do not work, and a basic configuration runs',
    }),
    Reason: text('Why it has failed or runs the failsafe configuration; otherwise empty'),
    Fault: RadioFault.nullable().meta({ description: '`Reason` for programs; null if it is empty', example: null }),
    SecondsLeft: count('Seconds until the check for radar ends; 0 outside one'),
    Ssid: text('The name of the network; empty without settings'),
    Country: text('The country, of ISO 3166-1; empty until it is set'),
    Band: z.union([Band, z.literal('')]).meta({ description: 'The band it is set to; empty without settings' }),
    Channel: count('The primary channel in use, otherwise the one that is set; 0 for an automatic choice not made yet'),
    Width: count('MHz; 0 while it is not in use'),
    Frequency: count('MHz of the primary channel; 0 while it is not in use'),
    Power: z.number().meta({ description: 'Transmit power in dBm; 0 while it is not in use' }),
    Stations: count('Connected stations'),
    Automatic: z.boolean().meta({ description: 'The router chooses the channel' }),
    AllowDfs: z.boolean().meta({ description: 'The automatic choice may take a channel with radar' }),
    Choice: ChannelChoice.nullable().meta({ description: 'The last automatic choice' }),
    Channels: z
      .array(RadioChannel)
      .readonly()
      .meta({ description: 'The channels of the radio; none while it is missing' }),
  })
  .meta({
    id: 'WifiRadio',
    example: {
      Interface: 'wlan0',
      MAC: '02:00:00:00:00:00',
      State: 'running',
      Reason: '',
      Fault: null,
      SecondsLeft: 0,
      Ssid: 'Home',
      Country: 'DE',
      Band: '2.4 GHz',
      Channel: 6,
      Width: 20,
      Frequency: 2437,
      Power: 20,
      Stations: 2,
      Automatic: false,
      AllowDfs: false,
      Choice: null,
      Channels: [],
    },
  })
export type WifiRadio = z.output<typeof WifiRadio>

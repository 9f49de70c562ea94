import { z } from 'zod'
import { LinkName } from '../../internet/links/linkname.ts'
import { get, put } from '../../operation.ts'
import { ChannelChoice, WifiRadio } from './state.ts'

const tag = 'hostapd'

/** Radios as a screen shows them. Not part of API 0.3.0. */
export const radioState = {
  radios: get('/wifi/radios', {
    roles: ['viewer'],
    tag,
    summary: 'The radios, with their state and channels',
    description:
      'Radios in the router and those that have settings but are unplugged. The channels are those of the country that is set.',
    access: 'setup',
    reply: z.array(WifiRadio),
  }),
  chooseChannel: put('/wifi/radios/{interface}/chooseChannel', {
    tag,
    summary: 'Choose the least used channel',
    description:
      'Looks for other networks, which takes some seconds, and changes to the channel with the least traffic of the band and ' +
      'width that are set. The choice is kept until the next call, or until radar is detected.',
    access: 'setup',
    params: { interface: LinkName.meta({ description: 'The link of the radio', example: 'wlan0' }) },
    body: z
      .strictObject({
        AllowDfs: z.boolean().optional().meta({ description: 'It may take a channel with radar. Absent: unchanged' }),
      })
      .meta({ id: 'ChannelWish', example: { AllowDfs: false } }),
    bodyOptional: true,
    reply: ChannelChoice,
    errors: { 400: 'There is no such radio, it has no country yet, or it cannot look for networks now' },
  }),
}

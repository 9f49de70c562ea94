import { z } from 'zod'

/** Why an access point does not run with its settings. */
export const RadioFault = z
  .object({
    Code: z
      .enum([
        'not_permitted',
        'not_supported',
        'not_installed',
        'not_a_radio',
        'ended',
        'no_network',
        'requested',
        'other',
      ])
      .meta({
        description:
          '`not_permitted`: the country permits no access point on the channel. `not_supported`: the radio does not support the ' +
          'channel with this width. `not_installed`: a program is missing. `ended`: hostapd has ended. `no_network`: hostapd runs, ' +
          'but without a network. `requested`: a call has started the failsafe configuration',
        example: 'not_supported',
      }),
    Detail: z.string().meta({
      description:
        'The channel, the program, the link or the state of hostapd; with `other`, the error message; otherwise empty',
      example: '13',
    }),
  })
  .meta({ id: 'WifiRadioFault' })
export type RadioFault = z.output<typeof RadioFault>

const WORDS: Readonly<Record<RadioFault['Code'], (detail: string) => string>> = {
  not_permitted: (channel) => `the country does not permit an access point on channel ${channel}`,
  not_supported: (channel) => `the radio does not support channel ${channel} with this width`,
  not_installed: (program) => `the program ${program} is not installed: apt-get install ${program}`,
  not_a_radio: (link) => `${link} is not a wifi card`,
  ended: () => 'hostapd has ended',
  no_network: (state) => `hostapd shows no network: its state is ${state}`,
  requested: () => 'started on request',
  other: (message) => message,
}

/** The fault in words. */
export const radioFaultSentence = ({ Code, Detail }: RadioFault): string => WORDS[Code](Detail)

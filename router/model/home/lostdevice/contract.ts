import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { filled } from '../../../values/text.ts'
import { SessionId } from '../../access/credentials/sessionlist.ts'
import { get, put } from '../../operation.ts'

/** What lets a lost device, or its finder, reach the router. */
const BELONGINGS = ['session', 'passkey', 'push', 'passphrase', 'vpn'] as const
export type Belonging = (typeof BELONGINGS)[number]

const identity = filled(64).meta({
  description: 'A MAC address or a WireGuard public key',
  example: '02:11:22:33:44:55',
})
const Likely = z.boolean().meta({ description: 'It was probably used on this device: see the description of the call' })
const Name = z.string().meta({ description: 'Its name', example: 'Phone' })
const User = z.string().meta({ description: 'The user', example: 'admin' })
const PasskeyId = z.string().min(1).max(1400).meta({ description: 'The ID of a passkey', example: 'AQIDBAUGBwg' })
const PushId = z.string().min(1).max(64).meta({ description: 'The Id of a target, or the DeviceId of a phone' })
const chosen = <T extends z.ZodType>(of: T, what: string) =>
  z
    .array(of)
    .max(256, schemaPhrase('field.entriesAtMost', 256))
    .default([])
    .meta({ description: `The ${what} to end` })

/** What may belong to a lost device. */
const LostDevice = z
  .object({
    Sessions: z
      .array(
        z.object({
          Id: SessionId,
          User,
          Agent: z.string().meta({ description: 'The `User-Agent` that began it' }),
          Address: z.string().meta({ description: 'The address of the last use' }),
          LastUsed: z.int().meta({ description: 'Unix seconds' }),
          Likely,
        }),
      )
      .meta({ description: 'All sessions except the one of this call' }),
    Passkeys: z.array(z.object({ ID: PasskeyId, User, Name, Likely })).meta({ description: 'All passkeys' }),
    Push: z
      .array(z.object({ Id: PushId, Name, Likely }))
      .meta({ description: 'All browsers and phones that receive alerts by push' }),
    Passphrase: z.boolean().meta({ description: 'The device has its own wifi passphrase' }),
    Vpn: z.boolean().meta({ description: 'The device has a VPN key' }),
  })
  .meta({ id: 'LostDevice' })
export type LostDevice = z.input<typeof LostDevice>

const LostDeviceEnded = z
  .object({
    Ended: z
      .array(
        z.object({
          Kind: z.enum(BELONGINGS).meta({ description: 'What has ended' }),
          Name: z.string().meta({ description: 'The user of a session, or a name', example: 'admin' }),
        }),
      )
      .meta({ description: 'What the call has ended; empty if there was nothing' }),
  })
  .meta({ id: 'LostDeviceEnded' })
export type LostDeviceEnded = z.input<typeof LostDeviceEnded>

export const lostDevice = {
  read: get('/device/lost', {
    tag: 'device',
    access: 'password',
    summary: 'What would end with a lost device',
    description:
      'Sessions, passkeys and push subscriptions belong to users, and the router does not know the device that holds them. `Likely` marks ' +
      'sessions that were last used from the address of the device, passkeys that began such a session, and passkeys and push ' +
      'subscriptions with the name of the device.',
    query: { identity },
    reply: LostDevice,
    errors: { 404: 'No such device' },
  }),
  end: put('/device/lost', {
    tag: 'device',
    access: 'password',
    mayNeedCode: true,
    undo: false,
    summary: 'Lost or stolen device: end all its access',
    description:
      'In one step: ends the given sessions, passkeys and push subscriptions, replaces the wifi passphrase of the device by a new one, and ' +
      'deletes its VPN key. A device that is known by its VPN key alone is deleted. When the call returns, sessions get 401, the ' +
      'device is disconnected, and neither the old passphrase nor the VPN key works. With a passkey, all sessions of its user end except the one of this ' +
      'call: the finder may have begun some elsewhere. Deleting passkeys needs a one-time code or a passkey from users who have one. ' +
      'This cannot be undone.',
    query: { identity },
    body: z
      .strictObject({
        Sessions: chosen(SessionId, 'sessions, by Id'),
        Passkeys: chosen(PasskeyId, 'passkeys, by ID'),
        Push: chosen(PushId, 'push subscriptions, by Id'),
      })
      .meta({ id: 'LostDeviceUpdate', example: { Sessions: ['k3Jv0sQn8-aTz1Yq'], Passkeys: [], Push: [] } }),
    reply: LostDeviceEnded,
    errors: {
      400: 'The session of this call is among the sessions',
      404: 'No such device, session, passkey or push subscription; nothing was changed',
    },
  }),
}

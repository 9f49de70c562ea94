import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { del, get, put } from '../../operation.ts'
import { MOST_PHONES } from './phone.ts'

const tag = 'alerts'

/** A key of 2048 bits. */
export const EXAMPLE_KEY = [
  '-----BEGIN PUBLIC KEY-----',
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx84CWz1y7/U2PWqY71/Z',
  'gKrf6NO1SPzyaL5I8RyzkyCctNLDaUmiMegVDeiW4hnlwsDvPIp32j39b6GxcOmv',
  'Oo2fTVqUIPEXjv+hWLvKODWOlvJ84aoyhM1O/Gy9S4i3jAV6m4faIyphDIh0z59f',
  'Pdcv7asDX2i4kg0gxQlbZTAN+p2EXO41XnDmd5QqNSKHOLyfXkrFuhruUzuNK22Y',
  'NrbXmP68WvI0h4n76tArGnteAXJnNAbfyTBGZi/sK+IJnzL1JAa2nSsVYIpZ5wnc',
  '1hMORfuLkckPl8dB2bCjZ1hS2r7UTd9jlQJYZIjkgykaYhg6MkS5/UfDOwMDPVyn',
  'SQIDAQAB',
  '-----END PUBLIC KEY-----',
].join('\n')

const DeviceId = z
  .string()
  .regex(/^[0-9A-Fa-f-]{36}$/u, schemaPhrase('home.phoneId'))
  .meta({ description: 'Identifies the phone', example: '6A2F41A3-C54C-FCE5-32D2-0324E1C32E22' })
const TOKEN = '^[0-9A-Fa-f]{64}$'
const DeviceToken = z
  .string()
  .regex(new RegExp(TOKEN, 'u'), schemaPhrase('home.phonePushToken'))
  .meta({ description: 'The token of the phone at the push service of its maker', example: 'ab'.repeat(32) })
const PublicKey = z
  .string()
  .max(2048, schemaPhrase('field.tooLong', 2048))
  .regex(/^-----BEGIN (RSA )?PUBLIC KEY-----/u, schemaPhrase('home.phonePublicKey'))
  .meta({
    description: 'The RSA key of the phone, PEM, of 2048 to 4096 bits',
    example: EXAMPLE_KEY,
    'x-rule': 'A public RSA key in PEM, of 2048 to 4096 bits',
  })

const Shown = z
  .object({
    DeviceId,
    DeviceToken,
    PublicKey: z.string().meta({ description: 'The RSA key of the phone, PEM' }),
    LastActive: z.iso.datetime().meta({ description: 'Its last registration', example: '2024-03-01T10:00:00.000Z' }),
  })
  .meta({ id: 'AlertPhone' })
export type ShownPhone = z.input<typeof Shown>

const APNSDomain = z
  .string()
  .max(253, schemaPhrase('field.tooLong', 253))
  .regex(
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+)?$/u,
    schemaPhrase('home.relayHost'),
  )
  .meta({ description: 'The host of the relay; empty for none', example: 'relay.example.org' })
const Disabled = z.boolean().meta({ description: 'Nothing is sent to phones' })
const relayExample = { Disabled: true, APNSDomain: '' }

/** Phones with an app for API 0.3.0. Their makers deliver messages only from a relay with a certificate of the app. */
export const phones = {
  phones: get('/alerts_register_ios', { tag, summary: 'Phones that receive alerts', reply: z.array(Shown) }),
  register: put('/alerts_register_ios', {
    tag,
    summary: 'Register a phone for alerts',
    description:
      `A phone with the same \`DeviceId\` is replaced. At most ${MOST_PHONES} phones. Alerts are sent only through a relay: set one with ` +
      '`PUT /alerts_mobile_proxy`.',
    body: z.strictObject({ DeviceId, DeviceToken, PublicKey }).meta({ id: 'AlertPhoneUpdate' }),
    reply: z.array(Shown),
    errors: { 400: 'Not a token of a phone, or not an RSA key' },
  }),
  unregister: del('/alerts_register_ios', {
    tag,
    summary: 'Remove a phone',
    body: z
      .strictObject({
        DeviceId,
        DeviceToken: z.string().max(2048).optional().meta({ description: 'Ignored' }),
        PublicKey: z.string().max(2048).optional().meta({ description: 'Ignored' }),
      })
      .meta({ id: 'AlertPhoneRemoval' }),
    reply: z.array(Shown),
    errors: { 400: 'The DeviceId is missing', 404: 'No such phone' },
  }),
  relay: get('/alerts_mobile_proxy', {
    tag,
    summary: 'The relay for phones',
    reply: z.object({ Disabled, APNSDomain }).meta({ id: 'AlertRelay', example: relayExample }),
  }),
  setRelay: put('/alerts_mobile_proxy', {
    tag,
    summary: 'Set the relay for phones',
    description:
      'Push services of phone makers accept messages only from the maker of an app, and the project has no relay. With a relay of ' +
      'your own, each alert is sent to `https://APNSDomain/` by POST as `{"DeviceToken", "Key", "Data"}`: `Data` is the JSON ' +
      '`{"title", "body", "type", "topic"}` encrypted with AES-256-GCM (nonce of 12 bytes, ciphertext, tag of 16 bytes), and `Key` ' +
      'its key encrypted for the phone with RSA-OAEP and SHA-256, both in base64. The published API does not define this format: apps ' +
      'made for other relays do not show these messages. Web Push (`/notify/targets`) needs no relay.',
    body: z
      .strictObject({ Disabled, APNSDomain })
      .meta({ id: 'AlertRelayUpdate', example: { Disabled: false, APNSDomain: 'relay.example.org' } }),
    reply: z.object({ Disabled, APNSDomain }).meta({ id: 'AlertRelay', example: relayExample }),
    errors: { 400: 'Not a host' },
  }),
  test: put('/alerts_test/{token}', {
    tag,
    summary: 'Send a test to a phone',
    params: { token: DeviceToken },
    errors: { 404: 'No phone has this token', 503: 'There is no relay, or it did not accept the message' },
  }),
}

import { z } from 'zod'
import { EXAMPLE_KEY as phoneKey } from '../../router/model/home/phones/contract.ts'
import { ShownTarget } from '../../router/model/messages/notify/contract.ts'
import { json, jsonWith, line, none, type Row, raw } from './rows.ts'

const target = json(z.strictObject(ShownTarget.shape))
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const PUSH = { Endpoint: 'https://push.nowhere.test/one', P256dh: P256DH, Auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
const EMAIL = { Host: 'mail.nowhere.test', From: 'router@example.org', To: ['ada@example.org'] }
const HOOK = { Name: 'Hook', Kind: 'webhook', Webhook: { URL: 'http://192.168.2.1/devices', Secret: 'open-sesame' } }
const absent = '/notify/targets/0123456789abcdef'
const add = (body: unknown, status: number): Row => [
  'PUT',
  '/notify/targets',
  body,
  status,
  status === 200 ? target : line,
]
const trial = (body: unknown, status: number): Row => [
  'PUT',
  '/notify/test',
  body,
  status,
  status === 200 ? jsonWith({ Ok: false }) : line,
]

const PHONE = { DeviceId: '6A2F41A3-C54C-FCE5-32D2-0324E1C32E22', DeviceToken: 'ab'.repeat(32), PublicKey: phoneKey }
const phone = (more: object, status: number): Row => [
  'PUT',
  '/alerts_register_ios',
  { ...PHONE, ...more },
  status,
  status === 200 ? jsonWith([{ DeviceId: PHONE.DeviceId }]) : line,
]

/** No receiver of these exists in the home. */
// biome-ignore format: a table
export const NOTIFY: readonly Row[] = [
  ['GET',    '/notify/targets',  none,                                          200, json([])],
  add(raw('nonsense'), 400),
  add([], 400),
  add({}, 400),
  add({ ...HOOK, Name: '' }, 400),
  add({ ...HOOK, Name: 'a\nb' }, 400),
  add({ ...HOOK, Kind: 'pigeon' }, 400),
  add({ ...HOOK, Nonsense: true }, 400),
  add({ ...HOOK, Kind: 'email' }, 400),
  add({ ...HOOK, Email: EMAIL }, 400),
  add({ ...HOOK, MinimumType: 'fatal' }, 400),
  add({ ...HOOK, Topics: [''] }, 400),
  add({ ...HOOK, QuietHours: { From: '24:00', To: '07:00' } }, 400),
  add({ ...HOOK, QuietHours: { From: '22:00' } }, 400),
  add({ ...HOOK, PerHour: 0 }, 400),
  add({ ...HOOK, Language: 'fr' }, 400),
  add({ ...HOOK, Webhook: { URL: 'file:///etc/passwd' } }, 400),
  add({ ...HOOK, Webhook: { URL: 'http://ada:secret@example.org/' } }, 400),
  add({ ...HOOK, Webhook: { URL: 'http://example.org/a b' } }, 400),
  add({ ...HOOK, Webhook: { URL: HOOK.Webhook.URL, Secret: 'a\nb' } }, 400),
  add({ ...HOOK, Webhook: { URL: HOOK.Webhook.URL, Secret: '**' } }, 400),
  add({ ...HOOK, Webhook: { URL: HOOK.Webhook.URL, Authority: 'no certificate' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, Authority: 'no certificate' } }, 400),
  add({ Name: 'ntfy', Kind: 'ntfy', Ntfy: { Server: 'https://ntfy.nowhere.test', Topic: 'home', Authority: 'é' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, To: [] } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, To: ['ada@example.org\nBcc: eve@example.org'] } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, From: 'ada' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, Host: 'mail example' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, Port: 65_536 } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, User: 'ada' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, EHLO: 'router' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, EHLO: '192.168.2.1' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, EHLO: '[192.168.2.1]' } }, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, Security: 'none', User: 'ada', Password: 'x' } }, 400),
  add({ Name: 'Phone', Kind: 'push', Push: { ...PUSH, Endpoint: 'http://push.nowhere.test/one' } }, 400),
  add({ Name: 'Phone', Kind: 'push', Push: { ...PUSH, P256dh: 'short' } }, 400),
  add({ Name: 'Phone', Kind: 'push', Push: { ...PUSH, Auth: undefined } }, 400),
  add({ Name: 'ntfy', Kind: 'ntfy', Ntfy: { Server: 'https://ntfy.nowhere.test', Topic: 'a/b' } }, 400),
  add({ Name: 'MQTT', Kind: 'mqtt', MQTT: { Topic: 'sallyport/#' } }, 400),
  add(HOOK, 200),
  add(HOOK, 400),
  add({ Name: 'Mail', Kind: 'email', Email: { ...EMAIL, User: 'ada', Password: 'open-sesame' }, QuietHours: { From: '22:00', To: '07:00' } }, 200),
  add({ Name: 'ntfy', Kind: 'ntfy', Ntfy: { Server: 'https://ntfy.nowhere.test', Topic: 'home', Token: 'tk_secret' }, MinimumType: 'warning' }, 200),
  add({ Name: 'MQTT', Kind: 'mqtt', MQTT: { Topic: 'sallyport/alerts' }, Topics: ['wan:'] }, 200),
  add({ Name: 'Phone', Kind: 'push', Push: PUSH }, 200),
  add({ Name: 'Phone again', Kind: 'push', Push: PUSH }, 200),
  ['GET',    '/notify/targets',  none,                                          200, jsonWith([
    { Name: 'Hook', Enabled: true, Webhook: { ...HOOK.Webhook, Secret: '**', Authority: '' }, Push: null, Last: { State: 'never', Waiting: 0 } },
    { Name: 'Mail', Email: { ...EMAIL, Port: 587, Security: 'starttls', User: 'ada', Password: '**' }, QuietHours: { From: '22:00', To: '07:00', ExceptDanger: true } },
    { Name: 'MQTT', Topics: ['wan:'] },
    { Name: 'ntfy', MinimumType: 'warning', Ntfy: { Token: '**' } },
    { Name: 'Phone again', Push: { ...PUSH, Auth: '**' } },
  ])],
  trial({ Name: '' }, 400),
  trial({ ...HOOK, Id: 'x' }, 400),
  trial({ ...HOOK, Id: '0123456789abcdef' }, 404),
  trial(HOOK, 200),
  ['PUT',    '/notify/test',     { ...HOOK, Webhook: { URL: 'http://127.0.0.1/status' } }, 200, jsonWith({ Ok: false, Field: 'Webhook.URL', Message: 'the address of 127.0.0.1 is one of this router, or of no host' })],
  ['PUT',    absent,             {},                                            404, line],
  ['PUT',    absent,             { Id: '0123456789abcdef' },                    400, line],
  ['PUT',    '/notify/targets/x', {},                                           400, line],
  ['PUT',    `${absent}/test`,   none,                                          404, line],
  ['PUT',    '/notify/targets/x/test', none,                                    400, line],
  ['DELETE', absent,             none,                                          404, line],
  ['DELETE', '/notify/targets/x', none,                                         400, line],
  ['GET',    '/alerts_register_ios', none,                                      200, json([])],
  phone({ DeviceId: 'x' }, 400),
  phone({ DeviceToken: 'x' }, 400),
  phone({ PublicKey: 'x' }, 400),
  phone({ PublicKey: '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----' }, 400),
  phone({ Name: 'x' }, 400),
  phone({}, 200),
  phone({}, 200),
  ['PUT',    `/alerts_test/${PHONE.DeviceToken}`, none,                         503, line],
  ['PUT',    `/alerts_test/${'cd'.repeat(32)}`, none,                           404, line],
  ['PUT',    '/alerts_test/x',   none,                                          400, line],
  ['GET',    '/alerts_mobile_proxy', none,                                      200, json({ Disabled: true, APNSDomain: '' })],
  ['PUT',    '/alerts_mobile_proxy', { Disabled: false, APNSDomain: 'https://relay.example.org' }, 400, line],
  ['PUT',    '/alerts_mobile_proxy', { Disabled: false, APNSDomain: 'relay.nowhere.test' }, 200, json({ Disabled: false, APNSDomain: 'relay.nowhere.test' })],
  ['PUT',    `/alerts_test/${PHONE.DeviceToken}`, none,                         503, line],
  ['PUT',    '/alerts_mobile_proxy', { Disabled: true, APNSDomain: '' },        200, json({ Disabled: true, APNSDomain: '' })],
  ['DELETE', '/alerts_register_ios', {},                                        400, line],
  ['DELETE', '/alerts_register_ios', { DeviceId: PHONE.DeviceId },              200, json([])],
  ['DELETE', '/alerts_register_ios', { DeviceId: PHONE.DeviceId },              404, line],
  ['GET',    '/notify/settings', none,                                          200, json(z.strictObject({ Contact: z.string(), PublicKey: z.string().length(87), TimeZone: z.string() }))],
  ['PUT',    '/notify/settings', {},                                            400, line],
  ['PUT',    '/notify/settings', { Contact: 'ada' },                            400, line],
  ['PUT',    '/notify/settings', { Contact: 'mailto:ada@example.org' },         200, jsonWith({ Contact: 'mailto:ada@example.org' })],
]

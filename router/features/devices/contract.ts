import { z } from 'zod'
import { filled } from '../../values/text.ts'
import { untested } from '../dns/settings.ts'
import { del, get, put } from '../operation.ts'
import { Device } from './device.ts'
import { BulkUpdate, DeviceUpdate } from './update.ts'

const identity = filled(64).meta({
  description: 'A MAC address, a WireGuard public key, or `pending`',
  example: '02:11:22:33:44:55',
})

export const devices = {
  list: get('/devices', {
    tag: 'device',
    access: 'setup',
    summary: 'All devices',
    description: 'A map from identity to device. Passphrases show as `**`.',
    reply: z.record(z.string(), Device),
  }),
  read: get('/device', {
    tag: 'device',
    access: 'code',
    summary: 'One device, with its passphrase',
    query: { identity },
    reply: Device,
    errors: { 404: 'There is no such device' },
  }),
  update: put('/device', {
    tag: 'device',
    access: 'setup',
    summary: 'Add or change a device',
    description:
      'Merges the body into what is there. The passphrase in the answer shows as `**`, unless this very call has ' +
      'generated it: keep it then, for reading it again takes a one-time code. The identity `pending` makes a passphrase ' +
      'that the next unknown wifi device may use, once; a body with a PSKEntry makes it anew. A new `DNSCustom` is saved if it ' +
      'answers a test query of the router within 4 seconds, or with `test=false`.',
    query: {
      identity,
      ...untested,
      copy: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'Take passphrase, groups, policies and tags from this device instead of the body' }),
    },
    body: DeviceUpdate,
    reply: Device,
  }),
  remove: del('/device', {
    tag: 'device',
    summary: 'Delete a device',
    description:
      'Its passphrase and policies are deleted, its connections are closed immediately, and its address becomes free. Port forwards and endpoints ' +
      'that lead to exactly its address are disabled, so that the next device with that address does not inherit them; ' +
      'blocks stay as they are.',
    query: { identity },
    errors: { 404: 'There is no such device' },
  }),
  removeMany: del('/devices', {
    tag: 'device',
    summary: 'Delete several devices',
    description: 'As deleting each of them. Unknown identities are ignored.',
    body: z
      .array(z.string())
      .min(1)
      .max(10_000)
      .meta({ example: ['02:11:22:33:44:55'] }),
    reply: z.object({
      deleted: z.array(z.string()).meta({ description: 'The identities that were deleted' }),
      count: z.number().int().meta({ description: 'How many devices were deleted' }),
    }),
  }),
  updateMany: put('/devices/bulk', {
    tag: 'device',
    summary: 'Add groups, tags and policies to several devices',
    description: 'Existing groups, tags and policies stay. Unknown identities are ignored.',
    body: BulkUpdate,
    reply: z.object({
      updated: z.array(z.string()).meta({ description: 'The identities that were changed' }),
      count: z.number().int().meta({ description: 'How many devices were changed' }),
    }),
  }),
  pending: get('/pendingPSK', {
    tag: 'psk',
    access: 'setup',
    summary: 'Whether a pending passphrase is unused',
    description: 'False once the device has joined.',
    reply: z.boolean(),
  }),
}

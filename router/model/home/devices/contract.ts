import { z } from 'zod'
import { filled } from '../../../values/text.ts'
import { untested } from '../../dns/resolvers/settings.ts'
import { del, get, put } from '../../operation.ts'
import { Device } from './device.ts'
import { BulkUpdate, DeviceUpdate } from './update.ts'

const identity = filled(64).meta({
  description: 'A MAC address, a WireGuard public key, `pending`, or `pending:ID`',
  example: '02:11:22:33:44:55',
})

export const devices = {
  list: get('/devices', {
    roles: ['viewer', 'parent'],
    tag: 'device',
    access: 'setup',
    summary: 'All devices',
    description: 'A map from identity to device. Passphrases are returned as `**`.',
    reply: z.record(z.string(), Device),
  }),
  read: get('/device', {
    tag: 'device',
    access: 'code',
    summary: 'One device, with its passphrase',
    query: { identity },
    reply: Device,
    errors: { 404: 'No such device' },
  }),
  update: put('/device', {
    tag: 'device',
    access: 'setup',
    summary: 'Add or change a device',
    description:
      'Merges the body into the existing device. The passphrase is returned as `**` unless this call generated it: ' +
      'store it then, since reading it again needs a one-time code. The identity `pending` creates a passphrase for ' +
      'the next unknown wifi device, which works once; a body with a PSKEntry creates a new one. Up to 16 devices can be ' +
      'pending at once, each with its own passphrase, as `pending:ID` with an ID of your choice (1 to 32 of `a-z0-9-`). A ' +
      'new `DNSCustom` is saved if it answers a test query of the router within 4 seconds, or with `test=false`.',
    query: {
      identity,
      ...untested,
      copy: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'Copy passphrase, groups, policies and tags from this device instead of the body' }),
    },
    body: DeviceUpdate,
    reply: Device,
  }),
  remove: del('/device', {
    tag: 'device',
    summary: 'Delete a device',
    description:
      'Deletes its passphrase and policies, closes its connections immediately and releases its address. Port forwards ' +
      'and endpoints to exactly its address are disabled, so that the next device with this address does not inherit ' +
      'them; blocks stay unchanged.',
    query: { identity },
    errors: { 404: 'No such device' },
  }),
  removeMany: del('/devices', {
    tag: 'device',
    summary: 'Delete several devices',
    description: 'The same as deleting each device. Unknown identities are ignored.',
    body: z
      .array(z.string())
      .min(1)
      .max(10_000)
      .meta({ example: ['02:11:22:33:44:55'] }),
    reply: z.object({
      deleted: z.array(z.string()).meta({ description: 'Identities of deleted devices' }),
      count: z.number().int().meta({ description: 'Number of deleted devices' }),
    }),
  }),
  updateMany: put('/devices/bulk', {
    tag: 'device',
    summary: 'Add groups, tags and policies to several devices',
    description: 'Existing groups, tags and policies stay. Unknown identities are ignored.',
    body: BulkUpdate,
    reply: z.object({
      updated: z.array(z.string()).meta({ description: 'Identities of changed devices' }),
      count: z.number().int().meta({ description: 'Number of changed devices' }),
    }),
  }),
  pending: get('/pendingPSK', {
    tag: 'psk',
    access: 'setup',
    summary: 'Whether a pending passphrase is unused',
    description: 'About the identity `pending` only. False once the device has joined.',
    reply: z.boolean(),
  }),
}

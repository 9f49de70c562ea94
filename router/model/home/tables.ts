import { z } from 'zod'
import { savedSetting, savedTable } from '../saved.ts'
import { Device, keyOfDevice } from './devices/device.ts'
import { SubnetConfig } from './dhcp/subnet.ts'
import { Group } from './groups/group.ts'
import { KeptCorrection } from './kinds/correction.ts'
import { defaultFingerprints, FingerprintSettings } from './kinds/fingerprint.ts'
import { defaultPhoneRelay, Phone, PhoneRelay } from './phones/phone.ts'
import { KeptPersona } from './schedules/persona.ts'

export const homeTables = {
  devices: savedTable({
    schema: Device,
    keyOf: keyOfDevice,
    indexes: { RecentIP: (device) => device.RecentIP, WGPubKey: (device) => device.WGPubKey },
    audit: {
      noun: 'device',
      shows: [
        'Name',
        'MAC',
        'WGPubKey',
        'VLANTag',
        'RecentIP',
        'DNSCustom',
        'PSKEntry.Type',
        'Policies',
        'Groups',
        'DeviceTags',
        'DHCPFirstTime',
        'DHCPFirstInterface',
        'DHCPLastTime',
        'DHCPLastInterface',
        'Style',
      ],
      hasPlainKey: true,
      unlogged: ['DHCPFirstTime', 'DHCPFirstInterface', 'DHCPLastTime', 'DHCPLastInterface'],
    },
    undo: 'alone',
  }),
  groups: savedTable({
    schema: Group,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'group', shows: ['Name', 'GroupTags', 'ServiceDestinations'], hasPlainKey: true },
    undo: 'alone',
  }),
  personas: savedTable({
    schema: KeptPersona,
    keyOf: ({ Tag }) => Tag,
    audit: { noun: 'persona', shows: ['Name', 'Tag', 'Description', 'Schedules'], hasPlainKey: true },
    undo: 'alone',
  }),
  /** Kinds that the owner has set, by MAC address. */
  kinds: savedTable({
    schema: KeptCorrection,
    keyOf: ({ MAC }) => MAC,
    audit: {
      noun: 'kind of device',
      shows: ['MAC', 'Vendor', 'Category', 'Model'],
      hasPlainKey: true,
      unlogged: ['At'],
    },
    undo: 'alone',
  }),
  phones: savedTable({
    schema: Phone,
    keyOf: ({ DeviceId }) => DeviceId,
    audit: { noun: 'phone', shows: ['DeviceId'], hasPlainKey: true },
  }),
}

export const homeSettings = {
  setup: savedSetting({
    schema: z.object({ done: z.boolean() }),
    defaults: () => ({ done: false }),
    audit: { noun: 'setup', shows: [] },
  }),
  subnet: savedSetting({
    schema: SubnetConfig,
    defaults: () => ({ TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' }),
    audit: { noun: 'home networks', shows: ['TinyNets', 'LeaseTime'] },
  }),
  /** Former networks of the home, the latest first, while devices have addresses in them. */
  formerSubnets: savedSetting({ schema: z.array(SubnetConfig), defaults: () => [], audit: 'internal' }),
  phoneRelay: savedSetting({
    schema: PhoneRelay,
    defaults: defaultPhoneRelay,
    audit: { noun: 'relay for phones', shows: ['APNSDomain'] },
  }),
  fingerprints: savedSetting({
    schema: FingerprintSettings,
    defaults: defaultFingerprints,
    audit: { noun: 'rules for kinds of devices', shows: [] },
    undo: 'alone',
  }),
}

import { z } from 'zod'
import { fields, text, topic } from '../topic.ts'
import { Device } from './devices/device.ts'

const MAC = text('MAC address of the device')
const Iface = text('Link, with its name in the kernel')
const HostName = text('Host name that the device sent')

const Presence = fields({
  MAC,
  Name: text('Name of the device'),
  IP: text('Its address'),
  Iface,
  LastSeen: text('Time of its last answer (RFC 3339); empty if it has not answered since the router started'),
})

/** Devices and their addresses. */
export const homeTopics = {
  'devices:save': topic(
    'Devices have changed: all of them, by identity. At most once a second.',
    z.record(z.string(), Device),
  ),
  'device:save': topic('A device was added: its entry, with the passphrase as `**`.', Device),
  'device:update': topic('A device was changed.', Device),
  'device:delete': topic('A device was deleted.', Device),
  'device:groups:update': topic('The groups of a device have changed.', Device),
  'device:tags:update': topic('The tags of a device have changed.', Device),
  'device:unknown': topic(
    'A device that no owner has added was granted an address for the first time.',
    fields({ MAC, IP: text('Its address'), Name: HostName, Iface, VendorClass: text('Its DHCP vendor class') }),
  ),
  'device:offline': topic(
    'A device with the tag `always-online` has not answered three ARP requests in three minutes.',
    Presence,
  ),
  'device:online': topic('It answers again.', Presence),
  'dhcp:request': topic(
    'A device has requested an address.',
    fields({
      MAC,
      Identifier: text('Its DHCP client identifier'),
      Name: HostName,
      Iface,
      ParamReqList: text('Requested options (option 55)'),
      VendorClass: text('Its DHCP vendor class (option 60)'),
    }),
  ),
  'dhcp:response': topic(
    'The router has granted an address.',
    fields({
      Identifier: MAC,
      IP: text('The address'),
      RouterIP: text('Address of the router in the network of the device'),
      DNSIP: text('Address of the resolver'),
      LeaseTime: text('Such as `24h0m0s`'),
    }),
  ),
  'dhcp:update': topic(
    'Another program on the router has reported a lease (`PUT /dhcpUpdate`).',
    fields({
      IP: text('The address'),
      MAC,
      Name: HostName,
      Iface,
      Router: text('Address of the router for the device'),
    }),
  ),
  'dhcp:spoof': topic(
    'A request was refused because the MAC address belongs to another link or device. At most once in ten seconds for each MAC.',
    fields({ MAC, Identifier: text('DHCP client identifier'), Name: HostName, Iface, Reason: text('Why') }),
  ),
  'zeroconf:device': topic(
    'A device has announced services by multicast DNS or SSDP. Each different announcement once a day.',
    fields({
      SrcIP: text('Address of the device'),
      MAC,
      Services: z.array(z.string()).meta({ description: 'Service types, such as `_ipp._tcp`' }),
      TXT: z.array(z.string()).meta({ description: 'Texts of multicast DNS, as `KEY=VALUE`' }),
      SSDPHeaders: z.record(z.string(), z.string()).meta({ description: 'Headers of an SSDP announcement' }),
    }),
  ),
  'classify:result': topic(
    'The likely kind of a device has changed.',
    fields({
      MAC,
      Vendor: text('The manufacturer; may be empty'),
      Category: text('The kind of device, such as `Printer`; empty if unknown'),
      Model: text('The model; may be empty'),
      Confidence: text('`Unknown`, `Low`, `Medium` or `High`'),
    }),
  ),
}

import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { del, get, put } from '../../operation.ts'
import { Host, MOST_HOSTS } from './host.ts'

const tag = 'network'
const hostname = z.string().max(300).meta({
  description: 'The name; one without a dot is below `.lan`',
  example: 'nas.lan',
})
const expected = Ipv4Address.nullish().meta({
  description: 'Change only if the name resolves to this address; otherwise 409',
  example: '192.168.2.6',
})

export const GivenHost = z
  .object({
    Hostname: z.string().max(300).nullish().meta({ description: 'Optional; the name in the path', example: 'nas.lan' }),
    IPAddress: Ipv4Address.meta({ description: 'The IPv4 address that the name resolves to' }),
    CreateOnly: z.boolean().nullish().meta({ description: 'Create only; 409 if the name exists' }),
    PreviousIPAddress: expected,
  })
  .meta({ id: 'HostnameUpdate', example: { IPAddress: '192.168.2.6' } })

export const ExpectedHost = z
  .object({ IPAddress: expected, PreviousIPAddress: expected })
  .meta({ id: 'HostnameRemoval', example: { IPAddress: '192.168.2.6' } })

/** Local host names. */
export const names = {
  list: get('/dns/hostnames', {
    roles: ['viewer'],
    tag,
    summary: 'Local host names',
    description: 'In alphabetical order, without the names of devices.',
    reply: z.array(Host),
  }),
  read: get('/dns/hostnames/{hostname}', {
    roles: ['viewer'],
    tag,
    summary: 'One local host name',
    params: { hostname },
    reply: Host,
    errors: { 400: 'Not a host name', 404: 'No such local host name' },
  }),
  update: put('/dns/hostnames/{hostname}', {
    tag,
    summary: 'Add or change a local host name',
    description:
      'The resolver uses the name immediately, for forward and reverse queries; it takes precedence over names of ' +
      `devices and of the internet. It may be below any domain, and does not include subdomains. At most ${MOST_HOSTS} ` +
      'names. When the address of a device changes, names with this address are updated. With `CreateOnly` or ' +
      '`PreviousIPAddress` the call fails if the name was changed in the meantime.',
    params: { hostname },
    body: GivenHost,
    reply: Host,
    errors: {
      400: 'Not a host name, a reserved name, not the address of a host, or too many names',
      404: '`PreviousIPAddress` is set, and the name does not exist',
      409: 'The name exists, or has another address than `PreviousIPAddress`',
    },
  }),
  remove: del('/dns/hostnames/{hostname}', {
    tag,
    summary: 'Delete a local host name',
    description: 'The name is resolved as a device name or on the internet again.',
    params: { hostname },
    body: ExpectedHost,
    bodyOptional: true,
    errors: {
      400: 'Not a host name',
      404: 'No such local host name',
      409: 'The name has another address than the expected one',
    },
  }),
}

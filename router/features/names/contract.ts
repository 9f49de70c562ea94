import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { del, get, put } from '../operation.ts'
import { Host, MOST_HOSTS } from './host.ts'

const tag = 'network'
const hostname = z.string().max(300).meta({
  description: 'The name; without a dot, it is one of `.lan`',
  example: 'nas.lan',
})
const expected = Ip.nullish().meta({
  description: 'Only if the name leads to this address now; otherwise 409',
  example: '192.168.2.6',
})

export const GivenHost = z
  .object({
    Hostname: z.string().max(300).nullish().meta({ description: 'The name in the path, if given', example: 'nas.lan' }),
    IPAddress: Ip.meta({ description: 'The IPv4 address that the name resolves to' }),
    CreateOnly: z.boolean().nullish().meta({ description: 'Only if there is no such name yet; otherwise 409' }),
    PreviousIPAddress: expected,
  })
  .meta({ id: 'HostnameUpdate', example: { IPAddress: '192.168.2.6' } })

export const ExpectedHost = z
  .object({ IPAddress: expected, PreviousIPAddress: expected })
  .meta({ id: 'HostnameRemoval', example: { IPAddress: '192.168.2.6' } })

/** Names that the owner gives to addresses. */
export const names = {
  list: get('/dns/hostnames', {
    tag,
    summary: 'Local host names',
    description: 'In the order of the alphabet. Names that devices have of themselves are not among them.',
    reply: z.array(Host),
  }),
  read: get('/dns/hostnames/{hostname}', {
    tag,
    summary: 'One local host name',
    params: { hostname },
    reply: Host,
    errors: { 400: 'No host name', 404: 'The owner has not given this name' },
  }),
  update: put('/dns/hostnames/{hostname}', {
    tag,
    summary: 'Add or change a local host name',
    description:
      'The resolver answers with it from now on, both ways, before the names of devices and before the internet. It may be a ' +
      `name of any domain, and does not include its subdomains. At most ${MOST_HOSTS} names. When a device ` +
      'gets another address, names that lead to it follow. With `CreateOnly` or `PreviousIPAddress` nothing changes that ' +
      'somebody else has changed meanwhile.',
    params: { hostname },
    body: GivenHost,
    reply: Host,
    errors: {
      400: 'No host name, one that has a meaning of its own, no address of a host, or too many names',
      404: 'An address was expected, and there is no such name',
      409: 'The name is there already, or leads to another address than was expected',
    },
  }),
  remove: del('/dns/hostnames/{hostname}', {
    tag,
    summary: 'Delete a local host name',
    description: 'Names of devices and of the internet are resolved again.',
    params: { hostname },
    body: ExpectedHost,
    bodyOptional: true,
    errors: {
      400: 'No host name',
      404: 'The owner has not given this name',
      409: 'The name leads to another address than was expected',
    },
  }),
}

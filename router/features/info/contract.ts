import { z } from 'zod'
import { get, put } from '../operation.ts'
import { SocketEntry } from './sockets.ts'
import { Uptime } from './uptime.ts'

/** Virtual machines that the router runs. */
export const VirtualMachines = z
  .object({
    Discovery: z.string().meta({ description: 'How they are found' }),
    KVMAvailable: z.boolean().meta({ description: 'The machine can run virtual machines with KVM' }),
    ContainerMetadataAvailable: z.boolean().meta({ description: 'Containers can be asked for' }),
    VirtualMachines: z.array(z.looseObject({})).meta({ description: 'The virtual machines' }),
  })
  .meta({ id: 'VirtualMachines' })
export type VirtualMachines = z.infer<typeof VirtualMachines>

export const NO_VIRTUAL_MACHINES: VirtualMachines = {
  Discovery: 'none',
  KVMAvailable: false,
  ContainerMetadataAvailable: false,
  VirtualMachines: [],
}

/** What is known about the machine, by name. */
export const NAMES = ['uptime', 'hostname', 'docker', 'dockernetworks', 'vms', 'ss'] as const

/** RFC 1123 2.1: a label, and no dots: what follows them is for the network to say. */
export const HostName = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, 'must be 1 to 63 letters, digits and inner hyphens')
  .meta({ example: 'sallyport' })

export const info = {
  read: get('/info/{name}', {
    tag: 'general',
    summary: 'Facts about the machine the router runs on',
    description:
      '`uptime`: an object. `hostname`: a string. `ss`: the sockets of programs on the router, a list of at most 1000. ' +
      '`docker` and `dockernetworks` list containers and their networks, `vms` is an object with virtual machines that the ' +
      'router runs: none, since all its parts are one program and it takes no plugins yet.',
    params: { name: z.enum(NAMES).meta({ description: 'Which fact', example: 'uptime' }) },
    reply: z.union([Uptime, VirtualMachines, HostName, z.array(SocketEntry)]),
    errors: { 503: 'The machine does not provide it' },
  }),
  change: put('/info/{name}', {
    tag: 'general',
    summary: 'Set the host name',
    description:
      'Takes effect at once, and again at every start. Only the `hostname` can be changed. ' +
      'Its own name in the home, `spr.local`, stays.',
    params: { name: z.literal('hostname').meta({ description: 'Which fact: only the host name can be changed' }) },
    body: HostName,
    errors: { 503: 'The machine does not let its name be changed' },
  }),
}

import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { HostName } from './hostname-schema.ts'
import { SocketEntry } from './sockets.ts'
import { Uptime } from './uptime.ts'

/** Virtual machines that the router runs. */
export const VirtualMachines = z
  .object({
    Discovery: z.string().meta({ description: 'How they are found' }),
    KVMAvailable: z.boolean().meta({ description: 'The machine can run virtual machines with KVM' }),
    ContainerMetadataAvailable: z.boolean().meta({ description: 'Metadata of containers is available' }),
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

/** A container or a network, as the container engine lists it. */
const EngineEntry = z.looseObject({}).meta({ id: 'EngineEntry', description: 'As in the API of Docker Engine' })
export type EngineEntry = z.infer<typeof EngineEntry>

/** Facts about the machine, by name. */
export const INFO_NAMES = ['uptime', 'hostname', 'docker', 'dockernetworks', 'vms', 'ss'] as const

export const info = {
  read: get('/info/{name}', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Facts about the machine the router runs on',
    description:
      '`uptime`: an object. `hostname`: a string. `ss`: a list of at most 1000 sockets of programs on the router. ' +
      '`docker` and `dockernetworks` list the containers of plugins and their networks, as the container engine does. `vms` is an object with ' +
      'the virtual machines of the router: none.',
    params: { name: z.enum(INFO_NAMES).meta({ description: 'Which fact', example: 'uptime' }) },
    reply: z.union([Uptime, VirtualMachines, HostName, z.array(SocketEntry), z.array(EngineEntry)]),
    errors: { 503: 'Not available on this machine' },
  }),
  change: put('/info/{name}', {
    tag: 'general',
    summary: 'Set the host name',
    description:
      'Takes effect immediately and at each start. Only `hostname` can be changed. The router’s name at home, ' +
      '`spr.local`, stays unchanged.',
    params: { name: z.literal('hostname').meta({ description: 'The fact; only the host name can be changed' }) },
    body: HostName,
    errors: { 503: 'The host name of this machine cannot be changed' },
  }),
}

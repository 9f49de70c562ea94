import { z } from 'zod'

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

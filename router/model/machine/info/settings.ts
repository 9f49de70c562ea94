import { z } from 'zod'

/** What the owner has chosen for the machine itself. An empty name leaves it the one it has. */
export const MachineSettings = z.object({ HostName: z.string().max(63) })
export type MachineSettings = z.infer<typeof MachineSettings>

export const defaultMachine = (): MachineSettings => ({ HostName: '' })

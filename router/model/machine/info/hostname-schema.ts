import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

/** Labels with dots between (RFC 1123 §2.1), as long as the kernel keeps: HOST_NAME_MAX of sethostname(2). */
export const HostName = z
  .string()
  .regex(
    /^(?=.{1,64}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
    schemaPhrase('machine.hostName'),
  )
  .meta({ example: 'sallyport' })

/** What the owner has chosen for the machine itself. An empty name leaves it the one it has. */
export const MachineSettings = z.object({ HostName: z.string().max(63) })
export type MachineSettings = z.infer<typeof MachineSettings>

export const defaultMachine = (): MachineSettings => ({ HostName: '' })

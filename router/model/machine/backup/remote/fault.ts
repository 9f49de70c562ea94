import { z } from 'zod'

export const RemoteFault = z
  .object({
    Code: z
      .enum([
        'login',
        'new_host_key',
        'other_host_key',
        'folder_access',
        'folder_read',
        'no_file',
        'no_folder',
        'no_bucket',
        'unknown_name',
        'refused',
        'unreachable',
        'no_tls',
        'certificate_name',
        'certificate_early',
        'certificate_expired',
        'certificate_untrusted',
        'clocks',
        'not_stored',
        'redirect',
        'not_written',
        'no_space',
        'status',
        'other',
      ])
      .meta({ description: 'Why it failed; `other` for an error message', example: 'login' }),
    Detail: z.string().meta({
      description: 'What the server answered, the host key, the host, or an error message; may be empty',
      example: 'HTTP 401',
    }),
  })
  .meta({ id: 'RemoteBackupFault' })
export type RemoteFault = z.output<typeof RemoteFault>

import { z } from 'zod'

/** Why a tunnel, or the exit that uses it, does not work. */
export const TunnelFault = z
  .object({
    Code: z.enum(['waiting', 'unresolved', 'unusable', 'no_reply', 'no_handshake', 'no_tunnel']).meta({
      description:
        '`waiting` for the first handshake; `unresolved`: the name of the endpoint cannot be resolved; `unusable`: its address ' +
        'cannot be used; `no_handshake`: the last handshake is too old; `no_reply`: there was a handshake, and no target replies; ' +
        '`no_tunnel`: no tunnel of the exit is enabled',
    }),
    Host: z
      .string()
      .meta({ description: 'The name of the endpoint, with `unresolved` and `unusable`; otherwise empty' }),
    Detail: z.string().meta({ description: 'With `unusable`: the reason, in words; otherwise empty' }),
    Since: z.int().meta({
      description: 'Unix time in seconds since which it has not worked; 0 if it has never worked, and with `no_tunnel`',
    }),
  })
  .meta({ id: 'TunnelFault' })
export type TunnelFault = z.infer<typeof TunnelFault>

/** A fault without its time. */
export type TunnelFaultReason = Omit<TunnelFault, 'Since'>

export const tunnelFault = (Code: TunnelFault['Code'], Host = '', Detail = ''): TunnelFaultReason => ({
  ...{ Code, Host, Detail },
})

/** The fault in words. */
export function tunnelFaultText({ Code, Host, Detail }: TunnelFaultReason): string {
  switch (Code) {
    case 'waiting':
      return 'waiting for the first handshake'
    case 'unresolved':
      return `the name ${Host} cannot be resolved`
    case 'unusable':
      return `the name ${Host} cannot be used: ${Detail}`
    case 'no_reply':
      return 'no reply'
    case 'no_handshake':
      return 'no handshake'
    case 'no_tunnel':
      return 'no tunnel is enabled'
  }
}

import { z } from 'zod'
import { LinkName } from '../links/interface.ts'
import { put } from '../operation.ts'

/** How an uplink gets its address. */
export const UplinkAddress = z
  .object({
    Name: LinkName,
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new uplink' }),
    DisableDHCP: z.boolean().nullish().meta({ description: 'true for a fixed address, which needs IP and Router' }),
    IP: z.string().nullish().meta({ description: 'Address and prefix length', example: '198.51.100.7/24' }),
    Router: z
      .string()
      .nullish()
      .meta({ description: 'The provider’s router, inside that network', example: '198.51.100.1' }),
    VLAN: z.string().nullish().meta({ description: 'Not supported here' }),
  })
  .meta({ id: 'UplinkAddress' })
export type UplinkAddress = z.output<typeof UplinkAddress>

export const uplink = {
  ip: put('/uplink/ip', {
    tag: 'uplink',
    summary: 'Set how an uplink gets its address',
    description: 'By DHCP from the provider, or fixed. A link without a purpose so far becomes an uplink.',
    body: UplinkAddress,
  }),
}

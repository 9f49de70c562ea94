import { z } from 'zod'
import { get } from '../operation.ts'

export const alerts = {
  phones: get('/alerts_register_ios', {
    tag: 'alerts',
    summary: 'Phones that alerts are pushed to',
    description: 'None: this version pushes nothing to phones.',
    reply: z.array(z.object({ DeviceId: z.string(), DeviceToken: z.string(), PublicKey: z.string() })).meta({
      example: [],
    }),
  }),
  relay: get('/alerts_mobile_proxy', {
    tag: 'alerts',
    summary: 'By whom alerts are pushed to phones',
    description: 'By nobody: this version pushes nothing to phones.',
    reply: z.object({ Disabled: z.boolean(), APNSDomain: z.string() }).meta({
      example: { Disabled: true, APNSDomain: '' },
    }),
  }),
}

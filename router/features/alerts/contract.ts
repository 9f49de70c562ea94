import { z } from 'zod'
import { get } from '../operation.ts'

export const alerts = {
  phones: get('/alerts_register_ios', {
    tag: 'alerts',
    summary: 'Phones that receive alerts',
    description: 'Always empty: this version sends no push notifications.',
    reply: z
      .array(
        z.object({
          DeviceId: z.string().meta({ description: 'Identifies the phone' }),
          DeviceToken: z.string().meta({ description: 'The push token of the phone' }),
          PublicKey: z.string().meta({ description: 'The key that encrypts alerts to the phone' }),
        }),
      )
      .meta({
        example: [],
      }),
  }),
  relay: get('/alerts_mobile_proxy', {
    tag: 'alerts',
    summary: 'Push service for alerts',
    description: 'Always empty: this version sends no push notifications.',
    reply: z
      .object({
        Disabled: z.boolean().meta({ description: 'Nothing is pushed' }),
        APNSDomain: z.string().meta({ description: 'The host name of the push relay; empty for none' }),
      })
      .meta({
        example: { Disabled: true, APNSDomain: '' },
      }),
  }),
}
